import type { LanguageCalls } from "../types.ts";
import { words } from "../words.ts";

export const calls: LanguageCalls = {
  declares: false,
  repeated: "undecorated",
  dynamic: true,
  membersOutside: "none",
  firstParameterIsObject: true,
  superIsFunction: true,
  callMember: "__call__",
  indexIsType: true,
  quotedTypes: true,
  classType: /^[Tt]ype$/,
  handsOnImports: true,
  importGivesRoot: true,
  builtins: words(`
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
`),
  objectMembers:
    /^__(?:init|new|repr|str|eq|ne|hash|class|dict|doc|setattr|getattribute|delattr|format|sizeof|reduce|reduce_ex|init_subclass|module)__$/,
  functionMembers: /^(?:__\w+__|cache_clear|cache_info)$/,
};
