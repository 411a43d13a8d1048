/** Index and brute force give the same files on 1,000 random questions; bench/fuzz/search.ts goes on for ever. */
import { test } from "bun:test";
import { checkAgreement } from "./agreement.ts";

test("index and brute force agree on 1,000 random questions", () => checkAgreement(20, 50, 20261130), 120_000);
