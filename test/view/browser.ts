/** Debian's Chromium, where it is installed (`apt-get install chromium`); tests that need it are skipped elsewhere, and say so. */
import { describe, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, launch, type Page } from "puppeteer-core";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path)) ?? null;

/** Screenshots of the tests, to look at. */
const SHOTS = join(import.meta.dir, "..", "..", "build", "screenshots");

export function describeBrowser(title: string, body: () => void): void {
  if (CHROMIUM === null) test.skip(`${title} (needs Chromium)`, () => undefined);
  else describe(title, body);
}

export async function startBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error("Chromium is not installed");
  return await launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--force-color-profile=srgb",
      "--font-render-hinting=none",
      "--disable-features=Translate",
    ],
  });
}

export async function screenshot(page: Page, name: string): Promise<Uint8Array> {
  mkdirSync(SHOTS, { recursive: true });
  return await page.screenshot({ path: join(SHOTS, `${name}.png`) as `${string}.png` });
}
