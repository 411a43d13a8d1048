/**
 * Formulas as text: Office's OMML and MathML. Each run is a word; fractions, powers and indices have signs ("3/4", "10^6",
 * "x_1"), so a formula is found by its parts and shows its structure.
 */
import { attribute, type XmlHandler } from "./xml.ts";

interface MathNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MathNode[];
  text: string;
}

/** Receives the elements of one formula, without its root element. */
export class MathReader implements XmlHandler {
  readonly #root: MathNode = { name: "", attributes: {}, children: [], text: "" };
  readonly #open: MathNode[] = [this.#root];

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const node = { name, attributes, children: [], text: "" };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  close(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  text(text: string): void {
    const node = this.#open.at(-1);
    if (node !== undefined) node.text += text;
  }

  omml(): string {
    return ommlOf(this.#root);
  }

  mathml(): string {
    return mathmlOf(this.#root);
  }
}

/** ISO 29500-1, 22.1. */
function ommlOf(node: MathNode): string {
  const part = (name: string) => joined(node.children.filter((child) => child.name === name).map(ommlOf));
  const parts = (name: string) => node.children.filter((child) => child.name === name).map(ommlOf);
  switch (node.name) {
    case "t":
      return node.text.trim();
    case "f":
      return `${operand(part("num"))}/${operand(part("den"))}`;
    case "sSup":
      return power(part("e"), part("sup"));
    case "sSub":
      return index(part("e"), part("sub"));
    case "sSubSup":
      return power(index(part("e"), part("sub")), part("sup"));
    case "sPre":
      return joined([power(index("", part("sub")), part("sup")), part("e")]);
    case "rad":
      return root(part("e"), part("deg"));
    case "nary": {
      const sign = propertyOf(node, "chr") ?? "∫";
      return joined([power(index(sign, part("sub")), part("sup")), part("e")]);
    }
    case "d": {
      const [open, close] = [propertyOf(node, "begChr") ?? "(", propertyOf(node, "endChr") ?? ")"];
      return `${open}${parts("e").join(` ${propertyOf(node, "sepChr") ?? "|"} `)}${close}`;
    }
    case "mr":
      return parts("e").join(" ");
    case "m":
      return parts("mr").join("; ");
    case "eqArr":
      return parts("e").join("; ");
    default:
      // Properties hold signs and sizes; deleted runs and instructions are not content either.
      return /Pr$|^(del|moveFrom|instrText|delText)$/.test(node.name) ? "" : joined(node.children.map(ommlOf));
  }
}

/** A sign among an element's properties: null without one, "" for an explicitly empty sign. */
function propertyOf(node: MathNode, name: string): string | null {
  for (const { name: properties, children } of node.children) {
    if (!properties.endsWith("Pr")) continue;
    const found = children.find((child) => child.name === name);
    if (found !== undefined) return attribute(found.attributes, "val");
  }
  return null;
}

/** MathML 3, presentation. */
function mathmlOf(node: MathNode): string {
  const child = (i: number) => {
    const found = node.children[i];
    return found === undefined ? "" : mathmlOf(found);
  };
  switch (node.name) {
    case "annotation":
    case "annotation-xml":
      return "";
    case "mfrac":
      return `${operand(child(0))}/${operand(child(1))}`;
    case "msup":
    case "mover":
      return power(child(0), child(1));
    case "msub":
    case "munder":
      return index(child(0), child(1));
    case "msubsup":
    case "munderover":
      return power(index(child(0), child(1)), child(2));
    case "msqrt":
      return root(joined(node.children.map(mathmlOf)), "");
    case "mroot":
      return root(child(0), child(1));
    case "mtr":
    case "mlabeledtr":
      return node.children.map(mathmlOf).join(" ");
    case "mtable":
      return node.children.map(mathmlOf).join("; ");
    case "mfenced": {
      const [open, close] = [node.attributes.open ?? "(", node.attributes.close ?? ")"];
      return `${open}${node.children.map(mathmlOf).join(", ")}${close}`;
    }
    default:
      return node.children.length === 0 ? node.text.replace(/\s+/g, " ").trim() : joined(node.children.map(mathmlOf));
  }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function power(base: string, exponent: string): string {
  return exponent === "" ? base : `${base}^${operand(exponent)}`;
}

function index(base: string, subscript: string): string {
  return subscript === "" ? base : `${base}_${operand(subscript)}`;
}

function root(radicand: string, degree: string): string {
  return `${degree}√${operand(radicand)}`;
}

/** In brackets if longer than one word. */
function operand(text: string): string {
  return /^[\p{L}\p{N}\p{M}.,′∞]*$/u.test(text) || /^\([^()]*\)$/.test(text) ? text : `(${text})`;
}
