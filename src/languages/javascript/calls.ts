import type { LanguageCalls } from "../types.ts";
import { words } from "../words.ts";

export const SCRIPT = {
  family: "script",
  declares: false,
  repeated: "last",
  membersOutside: "none",
  newTakesValues: true,
  functionsRebind: true,
  builtins: words(`
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
`),
  builtinTypes: words(`
string number boolean bigint symbol object void null undefined never ReadonlyArray ReadonlyMap ReadonlySet PromiseLike
Iterable Iterator AsyncIterable AsyncIterator IterableIterator AsyncIterableIterator Generator AsyncGenerator
ArrayLike Uint8Array Record NodeJS RegExpMatchArray RegExpExecArray TemplateStringsArray PropertyKey
`),
  objectMembers: /^(?:toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable)$/,
} satisfies LanguageCalls;

export const calls: LanguageCalls = {
  ...SCRIPT,
  dynamic: true,
  membersOutside: "file",
  functionsAreClasses: true,
};
