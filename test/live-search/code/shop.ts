/** A small project in several languages, and code search in a world. */

import { type CodeDeps, searchCode } from "../../../src/live-search/code/code-search.ts";
import {
  type CodeRequest,
  type CodeResult,
  codeRequestSchema,
  codeResultSchema,
} from "../../../src/request/code-request.ts";
import type { World } from "../../world.ts";

const method = (name: string, body: readonly string[]) =>
  [`    def ${name}(self, amount):`, ...body.map((line) => `        ${line}`), ""].join("\n");

/** A class of about 400 lines of which one method rounds. */
const LEDGER = [
  "class Ledger(Book):",
  '    """Entries of a year."""',
  "",
  ...Array.from({ length: 40 }, (_, i) =>
    method(
      `post_${i}`,
      Array.from({ length: 8 }, (_, k) => `step_${i}_${k} = amount + ${k}`),
    ),
  ),
  method("round_half_even", ["# rule: bankers rounding", "return bankers(amount)"]),
].join("\n");

export const SHOP = {
  "billing/service.py": [
    "from billing.money import parse_amount, apply_tax",
    "",
    "@traced",
    "def calculate_total(order):",
    '    """Total of an order."""',
    "    # rule: daily rate for ICU",
    "    amount = parse_amount(order.text)",
    "    return apply_tax(amount)",
    "",
    "class BillingService(BaseService):",
    "    def invoice(self, order):",
    "        return calculate_total(order)",
    "",
  ].join("\n"),
  "billing/money.py": [
    "def parse_amount(text):",
    "    return float(text)",
    "",
    "def apply_tax(amount):",
    "    return amount * 1.19",
    "",
  ].join("\n"),
  "billing/ledger.py": LEDGER,
  "web/cart.ts": "export function addToCart(item: Item): void {\n  checkStock(item);\n}\n",
  "web/checkout.go": "package web\n\nfunc (c *Cart) Checkout() error {\n\treturn c.reserve()\n}\n",
  "settings.toml": "# how the invoice is rounded\nrounding = 'half_even'\n",
  "package-lock.json": '{ "lockfileVersion": 3, "invoice": "1.0.0" }\n',
  "docs/invoice.md": "# Invoices\n\nThe invoice of an order.\n",
  "tests/test_service.py": "def test_calculate_total():\n    assert calculate_total(order) == 1\n",
  "node_modules/x/index.js": "function calculate_total() {}\n",
  ".hidden/calculate_total.py": "def calculate_total(): pass\n",
  "built.pyc": new Uint8Array([0, 1, 2]),
} as const;

export function code(
  w: World,
  query: string,
  request: Partial<CodeRequest> = {},
  deps: CodeDeps = {},
): Promise<CodeResult> {
  return search({ query, workspace: w.dir, ...request }, deps);
}

/** The result, checked against its schema. */
async function search(request: Partial<CodeRequest>, deps: CodeDeps): Promise<CodeResult> {
  return codeResultSchema.parse(await searchCode(codeRequestSchema.parse(request), { jobs: 1, ...deps }));
}

/** Without what depends on the clock. */
export function timeless({ latency_ms, ...rest }: CodeResult): Omit<CodeResult, "latency_ms"> {
  return rest;
}

export function files({ snippets }: CodeResult): string[] {
  return snippets.map(({ file }) => file);
}
