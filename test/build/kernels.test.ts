import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildKernels } from "../../tools/kernels.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "qsearch-kernels-"));
  mkdirSync(join(folder, "src/kernels"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, "src/kernels", `${name}.kernel.ts`), text);

describe("kernels", () => {
  test("a kernel is compiled, works, and is left alone while its source is the same", async () => {
    write("sum", "export function sum(a: i32, b: i32): i32 { return a + b; }\n");
    const [file = ""] = await buildKernels(folder);
    const { sum } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file))).exports;
    expect((sum as (a: number, b: number) => number)(2, 3)).toBe(5);
    const before = statSync(file).mtimeMs;
    await buildKernels(folder);
    expect(statSync(file).mtimeMs).toBe(before);
  });

  test("what does not compile says where", async () => {
    write("bad", "export function bad(): i32 { return 'text'; }\n");
    expect(buildKernels(folder)).rejects.toThrow(/bad\.kernel\.ts[\s\S]*error/i);
  });

  test("the file of a kernel that is gone goes", async () => {
    write("old", "export function f(): void {}\n");
    const [file = ""] = await buildKernels(folder);
    rmSync(join(folder, "src/kernels/old.kernel.ts"));
    await buildKernels(folder);
    expect(existsSync(file)).toBe(false);
  });

  test("kernels of the program import nothing and export their memory", async () => {
    const files = await buildKernels(resolve(import.meta.dir, "../.."));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const module = new WebAssembly.Module(readFileSync(file));
      expect(WebAssembly.Module.imports(module)).toEqual([]);
      expect(WebAssembly.Module.exports(module).map(({ name }) => name)).toContain("memory");
    }
  });
});
