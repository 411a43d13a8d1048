import type { LanguageCalls } from "../types.ts";
import { words } from "../words.ts";

export const calls: LanguageCalls = {
  family: "jvm",
  bareMembers: true,
  sees: "package",
  folderIsPackage: true,
  separator: ".",
  overloads: true,
  membersOutside: "file",
  functionsBehindDot: "of-modules",
  builtins: words(`
boolean byte char double float int long short void String Object Class Integer Long Short Byte Double Float Boolean
Character Number Math System Thread Runnable Iterable Comparable CharSequence StringBuilder StringBuffer Exception
RuntimeException Error Throwable IllegalArgumentException IllegalStateException NullPointerException
IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException UnsupportedOperationException
ClassCastException ClassNotFoundException CloneNotSupportedException InterruptedException NoSuchFieldException
NoSuchMethodException NumberFormatException ArithmeticException AssertionError OutOfMemoryError StackOverflowError
SecurityException Enum Record Void Process ProcessBuilder Runtime ClassLoader ThreadLocal AutoCloseable Cloneable
Appendable Package Override
`),
  objectMembers: /^(?:equals|hashCode|toString|getClass|notify|notifyAll|wait|clone|finalize)$/,
};
