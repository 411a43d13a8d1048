/**
 * The language and use that a file's name tells. Languages with a grammar have folders in src/languages; every other language
 * has one line: the first word is its name (as in `lang:`), then its extensions; a word that begins with "=" is a whole file
 * name, in lower case.
 * Broad on purpose: a file with an unlisted extension is text of unknown language in a user root and skipped in an agent root.
 */
import { languageNames } from "../languages/names.ts";

const CODE = `
ada adb ads ada
apex cls trigger
applescript applescript
arduino ino pde
assembly s asm nasm
autohotkey ahk
awk awk
ballerina bal
batch bat cmd
bicep bicep
clojure clj cljs cljc edn bb
cmake cmake =cmakelists.txt
cobol cob cbl cpy
coffeescript coffee litcoffee
commonlisp lisp lsp asd
crystal cr
css css
cuda cu cuh
cypher cypher cql
cython pyx pxd pxi
d d di
delphi dpr dfm
dockerfile dockerfile containerfile =dockerfile =containerfile
elisp el =.emacs
elixir ex exs heex leex eex
ejs ejs
elm elm
erlang erl hrl escript
fish fish
forth fth 4th
fortran f f77 f90 f95 f03 f08 for ftn
fsharp fs fsi fsx
gdscript gd
gherkin feature
gleam gleam
glsl glsl vert frag comp geom tesc tese
gradle gradle
graphql graphql gql
groovy groovy gvy =jenkinsfile
hack hack hhi
handlebars hbs handlebars mustache
haskell hs lhs hsc
haxe hx
hcl hcl nomad
hlsl hlsl fx fxh
idl idl
jsp jsp jspx
jinja jinja jinja2 j2
jsonnet jsonnet libsonnet
julia jl
just just =justfile =.justfile
lean lean
less less
liquid liquid
llvm ll
lua lua luau
makefile mk mak =makefile =gnumakefile =bsdmakefile
matlab mlx
meson =meson.build =meson_options.txt =meson.options
metal metal
mojo mojo
move move
nginx =nginx.conf
nim nim nims nimble
ninja ninja
nix nix
objectivec m mm
ocaml ml mli mll mly
odin odin
pascal pas
perl pl pm pod t
plsql pls plsql pkb pks
postscript ps eps
powershell ps1 psm1 psd1
prisma prisma
prolog pro prolog
protobuf proto
pug pug jade
puppet pp epp
purescript purs
qml qml
r r
racket rkt
raku raku rakumod
razor cshtml razor
reason re rei
rescript res resi
robotframework robot
sass sass
scala scala sc sbt
scheme scm ss sld
scss scss
smalltalk st
smithy smithy
solidity sol
sql sql ddl dml pgsql mysql psql
starlark bzl star bazel =build =build.bazel =workspace =workspace.bazel =module.bazel =buck =tiltfile
stylus styl
svelte svelte
systemverilog sv svh
tcl tcl tk
template tpl tmpl
terraform tf tfvars
thrift thrift
twig twig
vlang vsh
vala vala vapi
vba bas vba
verilog v vh
vhdl vhd vhdl
vimscript vim vimrc =.vimrc =_vimrc
visualbasic vb
vue vue
astro astro
wat wat wast
webassembly-interface wit
wgsl wgsl
xslt xsl xslt
xquery xq xqy xquery
yacc y yy l lex
zig zig zon
`;

const DOC = `
asciidoc adoc asciidoc asc
creole creole
djot dj
latex tex ltx sty bib bst
man man mdoc
markdown md markdown mdown mkd mkdn mdx mdc rmd qmd livemd
mediawiki mediawiki wiki
org org
restructuredtext rst rest
rdoc rdoc
texinfo texi texinfo
textile textile
text txt text =readme =license =licence =copying =copyright =authors =contributors =maintainers =changelog =changes =news =history =notice =install =todo =thanks =credits =patents =unlicense =version
typst typ
html html htm xhtml xht
subtitles srt vtt
`;

const CONFIG = `
apacheconf htaccess =.htaccess =apache2.conf =httpd.conf
codeowners =codeowners
config conf cnf config rc
desktop desktop
dotenv env =.env =.env.example =.env.local =.env.development =.env.production =.env.test
editorconfig editorconfig =.editorconfig
gitconfig gitconfig =.gitconfig =.gitmodules
gitattributes gitattributes =.gitattributes
ignore gitignore dockerignore npmignore eslintignore prettierignore searchignore hgignore =.gitignore =.dockerignore =.npmignore =.eslintignore =.prettierignore =.searchignore =.ignore =.hgignore
ini ini cfg inf reg =.npmrc =.pypirc =.flake8 =.pylintrc =.coveragerc =setup.cfg =tox.ini
json-config =.babelrc =.eslintrc =.prettierrc =.stylelintrc =.swcrc =.jshintrc =.nycrc
procfile =procfile
properties properties
gomod =go.mod =go.work
pip =requirements.txt =constraints.txt
systemd service socket timer target mount automount
toml toml =pipfile
yaml yaml yml =.clang-format =.clang-tidy
lock lock
kdl kdl
dhall dhall
cue cue
rego rego
plist plist
xcode pbxproj xcscheme xcworkspacedata storyboard xib entitlements xcconfig
msbuild csproj vbproj fsproj sln props targets vcxproj nuspec resx
`;

const DATA = `
csv csv
tsv tsv tab
psv psv
json json jsonc json5 geojson jsonld webmanifest har map topojson avsc
jsonl jsonl ndjson
xml xml xsd dtd rng wsdl rss atom svg opml kml gpx xaml xlf xliff tmx
rdf ttl rdf owl n3 nt nq trig
log log out err
diff diff patch
gettext po pot
ical ics
vcard vcf
ldif ldif
hl7 hl7
fasta fa fasta fna faa fastq
pem pem crt cer csr pub
sgml sgml sgm
dot dot gv
mermaid mmd mermaid
plantuml puml plantuml pu iuml
arff arff
tap tap
snapshot snap
`;

/** Binary containers with a reader of their own. */
const DOCUMENT = `
pdf pdf
word docx docm dotx dotm doc
excel xlsx xlsm xltx xltm xlsb xls xlt
powerpoint pptx pptm ppsx ppsm potx
opendocument odt ott ods ots odp otp odg otg fodt fods fodp fodg
epub epub
fictionbook fb2 fbz
rtf rtf
notebook ipynb
email eml emlx msg mbox mbx mht mhtml
archive zip tar gz tgz
`;

/** Extensions of files that are never text: these are not listed, so a folder of photographs is no folder of errors. */
const BINARY = `
png jpg jpeg jpe gif bmp tif tiff webp avif heic heif ico icns cur psd psb ai xcf raw cr2 cr3 nef arw dng orf rw2 jp2 jxl tga dds exr hdr ktx ktx2 pcx
mp3 wav flac ogg oga opus m4a aac wma aif aiff mid midi amr ape
mp4 m4v mkv mov avi wmv flv webm mpg mpeg 3gp vob ogv m2ts
bz2 tbz2 xz txz zst lz lz4 lzma br 7z rar cab ar cpio deb rpm apk ipa jar war ear aar whl egg crate gem nupkg vsix xpi crx iso dmg img pkg msi msix appimage flatpak
exe dll so dylib a lib o obj ko elf com sys efi pdb ilk exp idb
class pyc pyo pyd elc beam hi hie cmi cmo cmx cma cmxa rlib rmeta wasm bc dex odex
ttf otf woff woff2 eot ttc pfb pfm afm fon
sqlite sqlite3 db db3 mdb accdb dbf ldb sst rdb redb lmdb frm myd myi ibd qvd
parquet orc avro arrow feather npy npz pkl pickle pt pth onnx safetensors gguf ggml h5 hdf5 mat rds rdata tfrecord tflite mlmodel joblib
blend fbx glb 3ds max skp dwg dxb stp stl usdz usdc
swf fla unity3d unitypackage pak uasset umap
keystore jks p12 pfx der gpg
`;

export type FileUse = "source" | "doc" | "config" | "data" | "document";

export interface NameFacts {
  readonly use: FileUse;
  /** Null where the name tells no language ("word" documents have none). */
  readonly language: string | null;
}

interface Facts {
  readonly byName: ReadonlyMap<string, NameFacts>;
  readonly byExtension: ReadonlyMap<string, NameFacts>;
}

// Parsed at the first use: a command that reads no file name should not pay for 600 of them.
let facts: Facts | undefined;
let binary: ReadonlySet<string> | undefined;

/** Facts by lower-case whole name ("=name" in the lines above). */
export function factsByName(): ReadonlyMap<string, NameFacts> {
  facts ??= readFacts();
  return facts.byName;
}

/** Facts by lower-case extension without the dot. */
export function factsByExtension(): ReadonlyMap<string, NameFacts> {
  facts ??= readFacts();
  return facts.byExtension;
}

export function binaryExtensions(): ReadonlySet<string> {
  binary ??= new Set(BINARY.trim().split(/\s/));
  return binary;
}

/** Where two languages claim an extension, the first one wins. */
function readFacts(): Facts {
  const byName = new Map<string, NameFacts>();
  const byExtension = new Map<string, NameFacts>();
  for (const [use, lines] of [
    ["document", DOCUMENT],
    [
      "source",
      languageNames()
        .map(({ language, files }) => `${language} ${files}`)
        .join("\n") + CODE,
    ],
    ["doc", DOC],
    ["config", CONFIG],
    ["data", DATA],
  ] as const) {
    for (const line of lines.split("\n")) {
      const [language = null, ...words] = line.split(" ");
      const said = { use, language: use === "document" ? null : language };
      for (const word of words) {
        if (word.startsWith("=")) add(byName, word.slice(1), said);
        else add(byExtension, word, said);
      }
    }
  }
  return { byName, byExtension };
}

function add(map: Map<string, NameFacts>, word: string, said: NameFacts): void {
  if (!map.has(word)) map.set(word, said);
}
