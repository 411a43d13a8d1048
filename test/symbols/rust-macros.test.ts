/** What macros of Rust are given is read as the items that it is, where it can be. */
import { expect, test } from "bun:test";
import { withoutItemMacros } from "../../src/languages/rust/mask.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";

async function namesOf(text: string): Promise<string[]> {
  const reader = await openSymbolReader(["rust"]);
  return reader.symbols(text, "rust").symbols.map(({ kind, name, lineStart }) => `${lineStart} ${kind} ${name}`);
}

test("items, members and macros within macros", async () => {
  const text = `cfg_rt! {
    /// Starts.
    #[inline]
    pub(crate) async fn spawn() {
        run(vec![1]);
    }

    cfg_time! {
        mod clock {
            static NOW: u8 = 1;
        }
    }
}

pin_project! {
    #[derive(Debug)]
    pub struct Sleep<T> {
        #[pin]
        timer: T,
    }
}

impl Sleep<u8> {
    cfg_io! {
        pub unsafe fn reset(&mut self) {}
    }
}
`;
  expect(await namesOf(text)).toEqual([
    "2 function spawn",
    "9 module clock",
    "10 constant NOW",
    "16 struct Sleep",
    "23 impl Sleep",
    "25 method reset",
  ]);
  expect(
    withoutItemMacros(text)
      .split("\n")
      .map(({ length }) => length),
  ).toEqual(text.split("\n").map(({ length }) => length));
});

test("what is no item stays hidden: patterns, expressions, languages of their own", async () => {
  for (const text of [
    "fn make() {\n    quote! {\n        impl #name {}\n    }\n}\n",
    "fn make() {\n    vec! {\n        1\n    };\n}\n",
    "lazy_static! {\n    static ref A: u8 = 1;\n}\n",
    "macro_rules! m {\n    () => {\n        fn x() {}\n    };\n}\n",
  ])
    expect(withoutItemMacros(text)).toBe(text);
});

test("where that breaks the tree the macro is one again", async () => {
  const text = "bitflags! {\n    pub struct Flags: u32 {\n        const A = 1;\n    }\n}\n\nfn kept() {}\n";
  expect(withoutItemMacros(text)).not.toBe(text);
  expect(await namesOf(text)).toEqual(["7 function kept"]);
});
