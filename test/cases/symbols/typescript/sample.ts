import type { Reader } from "./reader.ts";
import { type Writer as Out, open } from "./writer.ts";
import fs = require("node:fs");

/** Something with a name. */
export interface Named extends Base<string>, Other {
  readonly name: string;
  rename(to: string): void;
  (call: number): string;
  onChange?: (event: Event) => void;
}

export type Pair<A, B = A> = readonly [A, B];
type Handler = {
  run(): void;
};

export enum Color {
  Red = "red",
  Green = compute("green"),
}
declare const enum Flat {
  A,
}

export abstract class Store<T extends Named> extends Base<T> implements Named, io.Closeable {
  private static readonly LIMIT = 10;
  protected items: T[] = [];

  constructor(
    private readonly reader: Reader,
    public name: string,
  ) {
    super();
  }

  // Overloads come first.
  find(id: string): T;
  find(id: number): T;
  @logged
  find(id: string | number): T {
    return this.reader.read<T>(id);
  }

  abstract close(): Promise<void>;

  @measure("x") get size(): number {
    return this.items.length;
  }

  private onEvent = async (event: Event): Promise<void> => {
    await this.rename!(event.type);
  };

  static of<T>(this: void, ...items: T[]): Store<T> {
    return new Impl<T>(items);
  }
}

@injectable()
@named("impl")
export class Impl<T> extends Store<T> {
  override rename(to: string) {}
}

declare module "express" {
  interface Request {
    user: string;
  }
}
namespace Tools.Inner {
  export function helper(value: unknown): value is string {
    return typeof value === "string";
  }
  export const LEVEL = 3;
}
declare global {
  function shout(text: string): void;
}

export function overload(a: string): void;
export function overload(a: number): void;
export function overload(a: unknown): void {
  fs.write(a as string);
}

export const parse = <T,>(text: string): T => JSON.parse(text) as T;
export const table: Record<string, () => void> = {
  first: () => open(),
  second(): void {
    parse<number>("1");
  },
} as const;
const satisfied = { go() {} } satisfies Handler;
export default (value: string): string => value.trim();
export = Tools;
declare function external(name: string): Out;
const [a, b] = [1, 2];
abstract class Shape {
  abstract area(): number;
}
export { Shape as Form, type Pair as Two } from "./shape.ts";
