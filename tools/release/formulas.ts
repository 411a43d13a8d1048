/** Texts for package managers that fetch an archive of the release: Homebrew and Nix, with the archives' sums filled in. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Platform } from "./platforms.ts";

const DESCRIPTION = "Finds things in local files by word, symbol and meaning";

/** Writes qsearch.rb and qsearch.nix. `url`: where the release's files will lie. Neither was run: both say so. */
export function writeFormulas(output: string, platforms: readonly Platform[], version: string, url: string): string[] {
  const archive = ({ name }: Platform) => `qsearch-${version}-${name}.tar.gz`;
  const sum = (platform: Platform) =>
    new Bun.CryptoHasher("sha256").update(readFileSync(join(output, archive(platform)))).digest("hex");
  const named = (name: string) => platforms.find((platform) => platform.name === name);
  writeFileSync(join(output, "qsearch.rb"), homebrew());
  writeFileSync(join(output, "qsearch.nix"), nix());
  return ["qsearch.rb", "qsearch.nix"];

  function homebrew(): string {
    const block = (system: string, arch: string, name: string) => {
      const platform = named(name);
      if (platform === undefined) return "";
      return `  on_${system} do
    on_${arch} do
      url "${url}/${archive(platform)}"
      sha256 "${sum(platform)}"
    end
  end
`;
    };
    return `# Homebrew formula. UNTESTED: it was written by the release script and run nowhere.
class Qsearch < Formula
  desc "${DESCRIPTION}"
  homepage "${url}"
  version "${version}"
  license "MIT"

${block("macos", "arm", "darwin-arm64")}${block("macos", "intel", "darwin-x64")}${block("linux", "arm", "linux-arm64")}${block("linux", "intel", "linux-x64")}
  def install
    bin.install "qsearch"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/qsearch.bash" => "qsearch"
    zsh_completion.install "completions/_qsearch"
    fish_completion.install "completions/qsearch.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/qsearch --version")
  end
end
`;
  }

  function nix(): string {
    const systems = [
      ["x86_64-linux", "linux-x64"],
      ["aarch64-linux", "linux-arm64"],
      ["x86_64-darwin", "darwin-x64"],
      ["aarch64-darwin", "darwin-arm64"],
    ] as const;
    const sources = systems.flatMap(([system, name]) => {
      const platform = named(name);
      return platform === undefined
        ? []
        : [`    ${system} = { file = "${archive(platform)}"; sha256 = "${sum(platform)}"; };`];
    });
    return `# Nix package. UNTESTED: it was written by the release script and run nowhere.
{ lib, stdenv, fetchurl, autoPatchelfHook }:
let
  sources = {
${sources.join("\n")}
  };
  source = sources.\${stdenv.hostPlatform.system};
in stdenv.mkDerivation {
  pname = "qsearch";
  version = "${version}";
  src = fetchurl { url = "${url}/\${source.file}"; inherit (source) sha256; };
  nativeBuildInputs = lib.optionals stdenv.isLinux [ autoPatchelfHook ];
  dontConfigure = true;
  dontBuild = true;
  # The binary carries its JavaScript behind the machine code: stripping would cut it off.
  dontStrip = true;
  installPhase = ''
    install -Dm755 qsearch $out/bin/qsearch
    install -Dm644 -t $out/share/man/man1 man/man1/*.1
    install -Dm644 completions/qsearch.bash $out/share/bash-completion/completions/qsearch
    install -Dm644 completions/_qsearch $out/share/zsh/site-functions/_qsearch
    install -Dm644 completions/qsearch.fish $out/share/fish/vendor_completions.d/qsearch.fish
  '';
  meta = { description = "${DESCRIPTION}"; license = lib.licenses.mit; mainProgram = "qsearch"; };
}
`;
  }
}
