#!/usr/bin/env node
// A licence line, with a blank line after it.

import fs, { readFile as read, default as again } from "node:fs";
import * as path from "node:path";
import "./side-effect.js";
const os = require("node:os"),
  { join, sep: separator } = require("path");

/** How often a thing is tried. */
export const LIMIT = 3,
  DELAY = 50;

let counter = 0;

/**
 * Adds two numbers.
 */
export function add(a, b = LIMIT) {
  function inner(c) {
    return c + counter;
  }
  return inner(a) + inner(b);
}

export default class Store extends Base.Model {
  static #open = new Map();
  size = 0;
  // Runs at each change.
  onChange = (event) => {
    this.emit(event);
  };

  constructor(name) {
    super(name);
    this.name = name;
  }

  static {
    register(Store);
  }

  get full() {
    return this.size >= LIMIT;
  }

  static async *items({ from, to }) {
    yield* this.#read(from, to);
  }

  #read(from, to) {
    return [from, to].map((item) => read(item));
  }
}

// Two lines of comment
// belong to the arrow.
export const double = (x) => x * 2;
const later = async function () {
  await double(4);
};
const named = function self(n) {
  return n > 0 ? self(n - 1) : n;
};

const handlers = {
  open(file) {
    return fs.openSync(file);
  },
  close: (file) => fs.closeSync(file),
  "with-dash": function (file) {
    return path.join(file, "x");
  },
  nested: {
    deep() {
      return os.cpus();
    },
  },
  get last() {
    return handlers.open;
  },
};

Store.prototype.reset = function () {
  this.size = 0;
};
exports.helper = (x) => new Store(x);
module.exports.other = function other() {};

setTimeout(function () {
  counter += 1;
}, DELAY);
[1, 2].forEach((n) => {
  add(n, counter);
});

(async () => {
  await import("./lazy.js");
  const local = () => tag`text ${add(1)}`;
  const Inner = class extends Store {
    run() {
      return local?.();
    }
  };
  new Inner().run();
})();

function* walk(node) {
  if (node) yield* walk(node.next);
}

export { walk as default2, later } ;
export { join as combine } from "./joined.js";
export * from "./all.js";
export * as group from "./group.js";
class Empty {}
