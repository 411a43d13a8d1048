/** What the Kotlin grammar does not know costs a file none of its symbols. */
import { expect, test } from "bun:test";
import { maskKotlinGaps } from "../../src/languages/kotlin/mask.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";

const TEXT = `package a

class Column<T> @Inject constructor(val where: Where?) where T : Any {
    val first
        @OptIn(Internal::class) get() = 1

    @Internal fun render(value: Any, suspend: (Int) -> Boolean): String = when (value) {
        is Column<*> if value.isEntity() -> "entity"
        is Long if (
            value > 3 &&
            suspend(4)
        ) -> "long"
        in 1..3 if value != 2
            && suspend(1) -> "few"
        else if value is String -> value
        else -> where?.let { it.name } ?: ""
    }

    fun plain(a: Int): Int {
        if (a > 1) return 1
        else if (a > 0) return where.size
        return call(suspend = { x -> x })
    }

    fun held(block: suspend () -> Unit, other: suspend (Int) -> Int) {}
}

@Deprecated("use (that", level = Level.HIDDEN)
@Suppress("Unused")
public fun Column<*>.gone() {
}

/** Marks. */
@Retention(value = AnnotationRetention.BINARY)
@Target(
    CLASS,
)
annotation class Marked

fun last() = 1
`;

test("guards of when, annotated accessors, where and suspend as names", async () => {
  const reader = await openSymbolReader(["kotlin"]);
  const { symbols, partial } = reader.symbols(TEXT, "kotlin");
  expect(partial).toBe(false);
  expect(symbols.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "class Column",
    "property first",
    "method render",
    "method plain",
    "method held",
    "function gone",
    "class Marked",
    "function last",
  ]);
  expect(symbols.find(({ name }) => name === "Marked")).toMatchObject({ lineStart: 33, lineEnd: 38 });
  expect(symbols[0]?.signature).toBe("class Column<T> @Inject constructor(val where: Where?) where T : Any");
});

test("places stay as they are, and what the grammar knows is shown to it", () => {
  const shown = maskKotlinGaps(TEXT).text;
  expect(shown.length).toBe(TEXT.length);
  expect(shown.split("\n").map(({ length }) => length)).toEqual(TEXT.split("\n").map(({ length }) => length));
  for (const kept of [
    "where T : Any",
    "else if (a > 0) return",
    "block: suspend () -> Unit",
    "other: suspend (Int) -> Int",
  ])
    expect(shown).toContain(kept);
});

test("annotations above a class do not cost it its name where the plain tree has no errors", async () => {
  const reader = await openSymbolReader(["kotlin"], { treeSitter: true });
  const { symbols } = reader.symbols('@A("x")\n@B\nclass K { fun g() = 1 }\n', "kotlin");
  expect(symbols.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["class K", "method g"]);
});
