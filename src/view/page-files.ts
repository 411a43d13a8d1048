/** The files of the page, as the build makes them of page/ (tools/page.ts). */
import css from "../../build/view/app.css.txt" with { type: "text" };
import js from "../../build/view/app.js.txt" with { type: "text" };
import icon from "../../build/view/icon.svg.txt" with { type: "text" };
import html from "../../build/view/index.html.txt" with { type: "text" };

interface PageFile {
  readonly text: string;
  readonly type: string;
}

/** By their path beneath the page's folder; "" is the document. */
export const PAGE_FILES: ReadonlyMap<string, PageFile> = new Map([
  ["", { text: html, type: "text/html; charset=utf-8" }],
  ["app.js", { text: js, type: "text/javascript; charset=utf-8" }],
  ["app.css", { text: css, type: "text/css; charset=utf-8" }],
  ["icon.svg", { text: icon, type: "image/svg+xml" }],
]);
