/** Names that a language itself gives: what they stand for lies outside of every project. */
import type { SymbolLanguage } from "../languages.ts";

const PYTHON = words(`
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup
False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError
OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError
ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError
SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError abs aiter all anext any ascii
bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod
enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance
issubclass iter len license list locals map max memoryview min next object oct open ord pow print property quit range
repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ reveal_type
`);
/** Top-level modules of Python's library (3.13). */
export const PYTHON_LIBRARY = words(`
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins
bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent
configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis
distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib
functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib
imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap
marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers
opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix
posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline
reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr
socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct
subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading
time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile
zipimport zlib zoneinfo __future__
`);
const SCRIPT = words(`
Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError AggregateError
Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl JSON Map Math Number Object Promise Proxy
RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError
Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet FinalizationRegistry Atomics WebAssembly
Iterator globalThis isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent
escape unescape eval require import console setTimeout setInterval setImmediate clearTimeout clearInterval
clearImmediate queueMicrotask structuredClone fetch Request Response Headers FormData Blob File URL URLSearchParams
AbortController AbortSignal Event EventTarget CustomEvent MessageChannel MessagePort Worker WebSocket ReadableStream
WritableStream TransformStream TextEncoder TextDecoder TextDecoderStream TextEncoderStream CompressionStream
DecompressionStream crypto performance navigator document window self location history localStorage sessionStorage
atob btoa alert confirm prompt requestAnimationFrame cancelAnimationFrame process Buffer global module exports
__dirname __filename Bun Deno Element HTMLElement Node XMLHttpRequest DOMException MutationObserver
IntersectionObserver ResizeObserver
`);
const SCRIPT_TYPES = words(`
string number boolean bigint symbol object void null undefined never ReadonlyArray ReadonlyMap ReadonlySet PromiseLike
Iterable Iterator AsyncIterable AsyncIterator IterableIterator AsyncIterableIterator Generator AsyncGenerator
ArrayLike Uint8Array Record NodeJS RegExpMatchArray RegExpExecArray TemplateStringsArray PropertyKey
`);
const GO = words(`
append cap clear close complex copy delete imag len make max min new panic print println real recover bool byte
complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64
uintptr any comparable nil true false iota
`);
const JAVA = words(`
boolean byte char double float int long short void String Object Class Integer Long Short Byte Double Float Boolean
Character Number Math System Thread Runnable Iterable Comparable CharSequence StringBuilder StringBuffer Exception
RuntimeException Error Throwable IllegalArgumentException IllegalStateException NullPointerException
IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException UnsupportedOperationException
ClassCastException ClassNotFoundException CloneNotSupportedException InterruptedException NoSuchFieldException
NoSuchMethodException NumberFormatException ArithmeticException AssertionError OutOfMemoryError StackOverflowError
SecurityException Enum Record Void Process ProcessBuilder Runtime ClassLoader ThreadLocal AutoCloseable Cloneable
Appendable Package Override
`);
const OTHERS = words(`
std core alloc Some None Ok Err Vec Box Rc Arc Option Result HashMap HashSet Drop Clone Copy Default Iterator IntoIterator
From Into Send Sync Sized Fn FnMut FnOnce ToString AsRef PartialEq Eq Ord PartialOrd
int long short char float double bool boolean void string size_t ssize_t uint8_t uint16_t uint32_t uint64_t int8_t
int16_t int32_t int64_t usize isize u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 str String Int Int8 Int16 Int32
Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Double Bool Character Void Unit Any Nothing object decimal dynamic Object
num
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Whether the language gives the name where nothing else does. */
export function isBuiltin(language: SymbolLanguage, name: string, use: "value" | "type"): boolean {
  switch (language) {
    case "python":
      return PYTHON.has(name);
    case "javascript":
    case "typescript":
    case "tsx":
      return SCRIPT.has(name) || (use === "type" && SCRIPT_TYPES.has(name));
    case "go":
      return GO.has(name);
    case "java":
      return JAVA.has(name);
    default:
      return OTHERS.has(name);
  }
}

/** Members that every object has. */
export function isMemberOfAll(language: SymbolLanguage, name: string): boolean {
  switch (language) {
    case "python":
      return /^__(?:init|new|repr|str|eq|ne|hash|class|dict|doc|setattr|getattribute|delattr|format|sizeof|reduce|reduce_ex|init_subclass|module)__$/.test(
        name,
      );
    case "javascript":
    case "typescript":
    case "tsx":
      return /^(?:toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable)$/.test(name);
    case "java":
      return /^(?:equals|hashCode|toString|getClass|notify|notifyAll|wait|clone|finalize)$/.test(name);
    default:
      return false;
  }
}
