/** What office documents keep in odd places: documents in documents, formulas, symbols, hidden and deleted text. */
import { describe, expect, test } from "bun:test";
import { docxOf } from "../../fixtures/documents/docx.ts";
import { odtOf } from "../../fixtures/documents/odf.ts";
import { relationships, XML } from "../../fixtures/documents/zipped.ts";
import { read } from "../read.ts";
import { unitTexts } from "./places.ts";

const run = (text: string, properties = "") => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const line = (content: string) => `<w:p>${content}</w:p>`;

async function docx(body: string, parts: Readonly<Record<string, string | Uint8Array>> = {}) {
  return await read("a.docx", docxOf(body, parts));
}

const maths = (content: string) => `<m:oMath xmlns:m="m">${content}</m:oMath>`;
const m = (text: string) => `<m:r><w:rPr><w:i/></w:rPr><m:t>${text}</m:t></m:r>`;
const e = (text: string, name = "e") => `<m:${name}>${m(text)}</m:${name}>`;

describe("formulas of DOCX", () => {
  test.each<[string, string, string]>([
    ["fraction", `<m:f>${e("3", "num")}${e("4", "den")}</m:f>`, "3/4"],
    ["long fraction", `<m:f><m:num>${m("a")}${m("+b")}</m:num>${e("4", "den")}</m:f>`, "(a +b)/4"],
    ["power", `<m:sSup>${e("10")}${e("6", "sup")}</m:sSup>`, "10^6"],
    ["index", `<m:sSub>${e("x")}${e("i", "sub")}</m:sSub>`, "x_i"],
    ["both", `<m:sSubSup>${e("x")}${e("i", "sub")}${e("2", "sup")}</m:sSubSup>`, "x_i^2"],
    ["root", `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e("2")}</m:rad>`, "√2"],
    ["cube root", `<m:rad>${e("3", "deg")}${e("y")}</m:rad>`, "3√y"],
    [
      "sum",
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${e("1", "sub")}${e("n", "sup")}${e("k")}</m:nary>`,
      "∑_1^n k",
    ],
    ["brackets", `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e("a")}${e("b")}</m:d>`, "[a | b]"],
    ["matrix", `<m:m><m:mr>${e("1")}${e("2")}</m:mr><m:mr>${e("3")}${e("4")}</m:mr></m:m>`, "1 2; 3 4"],
    ["function", `<m:func><m:fName>${m("sin")}</m:fName>${e("x")}</m:func>`, "sin x"],
  ])("%s", async (_, formula, text) => {
    const { text: said } = await docx(
      line(`${run("in")}${maths(formula)}${run("cups, ")}${maths(formula)}${run(".")}`),
    );
    expect(said).toBe(`in ${text} cups, ${text}.\n`);
  });
});

test("symbols are words beside words, and letters beside letters", async () => {
  const symbol = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;
  const body = line(
    `${run("Angle")}${symbol("Symbol", "F062")}${run("beta 5 ")}${symbol("Symbol", "F06D")}${run("m ")}${symbol("Wingdings", "F0FC")}${run("done")}${symbol("Unheard", "F041")}${run("end")}`,
  );
  expect((await docx(body)).text).toBe("Angle β beta 5 μm ✓ done   end\n");
});

describe("documents within a DOCX", () => {
  const around = (id: string) => `${line(run("Before"))}<w:altChunk r:id="${id}"/>${line(run("After"))}`;
  const within = (name: string, bytes: string | Uint8Array) => ({
    "word/_rels/document.xml.rels": relationships([["c", "aFChunk", name]]),
    [`word/${name}`]: bytes,
  });
  const mht =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Location: a.htm\r\n\r\n<p>Inside é</p>\r\n--b--\r\n';

  test.each<[string, string, string | Uint8Array]>([
    ["HTML", "a.html", "<html><body><p>Inside é</p></body></html>"],
    ["HTML in another encoding", "a.htm", Buffer.from("<meta charset=windows-1252><p>Inside \xe9</p>", "latin1")],
    ["MHT", "a.mht", mht],
    ["RTF", "a.rtf", "{\\rtf1\\ansi Inside \\'e9\\par}"],
    ["text", "a.txt", "Inside é\n"],
    ["DOCX", "a.docx", docxOf(line(run("Inside é")))],
  ])("%s", async (_, name, bytes) => {
    const document = await docx(around("c"), within(name, bytes));
    expect(document.text).toBe("Before\nInside é\nAfter\n");
    expect(document.units[0]?.note).toBeUndefined();
  });

  test("one that cannot be read makes the body unreliable; one stands in its place once, however often it is named", async () => {
    const broken = await docx(around("c"), within("a.docx", "PK\x03\x04 no container"));
    expect(broken.units[0]).toMatchObject({ note: "unreliable", reason: expect.stringContaining("within it") });
    const repeated = '<w:altChunk r:id="c"/>'.repeat(1000);
    expect((await docx(repeated, within("a.txt", "Once"))).text).toBe("Once\n");
    const nested = docxOf(around("c"), within("b.docx", docxOf(around("c"), within("c.txt", "Deep"))));
    expect((await docx(around("c"), within("a.docx", nested))).text).toBe("Before\nBefore\nAfter\nAfter\n");
  });
});

test("hidden text is a part of its own, by its run, its style or the style it is based on", async () => {
  const vanish = "<w:rPr><w:vanish/></w:rPr>";
  const body = [
    line(`${run("Shown ")}${run("secret run", vanish)}${run("again", '<w:rPr><w:vanish w:val="0"/></w:rPr>')}`),
    line(`<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run("mark alone")}`),
    line(`<w:pPr><w:pStyle w:val="Quiet"/></w:pPr>${run("secret style")}`),
    line(run("secret base", '<w:rPr><w:rStyle w:val="Quieter"/></w:rPr>')),
  ].join("");
  const styles = `${XML}<w:styles xmlns:w="w"><w:style w:styleId="Quiet"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Quieter"><w:basedOn w:val="Quiet"/></w:style></w:styles>`;
  const document = await docx(body, {
    "word/_rels/document.xml.rels": relationships([["s", "styles", "styles.xml"]]),
    "word/styles.xml": styles,
  });
  expect(unitTexts(document, "body")).toEqual(["Shown again\nmark alone\n"]);
  expect(unitTexts(document, "hidden text")).toEqual(["secret run\nsecret style\nsecret base\n"]);
  expect(document.units[1]?.note).toBe("hidden");
});

test("deleted rows and cells are out, inserted ones in", async () => {
  const row = (cells: string, mark = "") => `<w:tr><w:trPr>${mark}</w:trPr>${cells}</w:tr>`;
  const cell = (text: string, mark = "") => `<w:tc><w:tcPr>${mark}</w:tcPr>${line(run(text))}</w:tc>`;
  const body = `<w:tbl>${row(cell("a") + cell("gone", "<w:cellDel/>") + cell("b"))}${row(cell("lost"), "<w:del/>")}${row(cell("new"), "<w:ins/>")}</w:tbl>`;
  expect((await docx(body)).text).toBe("a\tb\nnew\n");
});

test("a fall-back is read where the choice says nothing, and letters drawn as pictures are text", async () => {
  const alternatives = (choice: string, fallback: string) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="x">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r>`;
  const box = (text: string) =>
    `<w:pict><v:shape><v:textbox><w:txbxContent>${line(run(text))}</w:txbxContent></v:textbox></v:shape></w:pict>`;
  const art = '<w:r><w:pict><v:shape><v:textpath string="CONFIDENTIAL"/></v:shape></w:pict></w:r>';
  const body = line(
    `${run("P")}${alternatives("<w:drawing/>", box("fallen"))}${alternatives(box("chosen"), box("copy"))}${art}`,
  );
  expect((await docx(body)).text).toBe("P\nfallen\nchosen\nCONFIDENTIAL\n");
});

describe("RTF", () => {
  const rtf = async (content: string) => await read("a.rtf", `{\\rtf1\\ansi ${content}}`);

  test.each<[string, string, string]>([
    ["the sign \\* counts behind a brace alone", "{\\b\\*\\cs7 kept}{\\*\\unknown lost}\\par", "kept\n"],
    [
      "properties of shapes are no text",
      "{\\shp{\\*\\shpinst{\\sp{\\sn fFlip}{\\sv 0}}{\\shptxt box\\par}}{\\shprslt{\\*\\do{\\dptxbxtext box\\par}}}}end\\par",
      "end\nbox\n",
    ],
    [
      "letters drawn as a picture and descriptions are",
      "x{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv DRAFT}}{\\sp{\\sn wzDescription}{\\sv A seal}}}}\\par",
      "x\nDRAFT\nA seal\n",
    ],
    [
      "a box within a box",
      "a{\\shp{\\*\\shpinst{\\shptxt b{\\shp{\\*\\shpinst{\\shptxt c\\par}}}d\\par}}}e\\par",
      "ae\nc\nbd\n",
    ],
    [
      "a note within a box, whose last paragraph has no end",
      "{\\shp{\\*\\shpinst{\\shptxt{\\footnote n}open}}}shut\\par",
      "shut\nopen\n",
    ],
  ])("%s", async (_, content, text) => {
    expect(unitTexts(await rtf(content), "body")).toEqual([text]);
  });

  test("hidden text is a part of its own", async () => {
    const document = await rtf("Shown {\\v secret }again\\par \\v all\\plain\\par");
    expect(unitTexts(document, "body")).toEqual(["Shown again\n"]);
    expect(unitTexts(document, "hidden text")).toEqual(["secret\nall\n"]);
  });
});

describe("OpenDocument", () => {
  const object = (n: number) => `<draw:frame><draw:object xlink:href="./Object ${n}"/></draw:frame>`;
  const math = (content: string) =>
    `${XML}<math xmlns="m"><semantics>${content}<annotation encoding="StarMath 5.0">noise</annotation></semantics></math>`;

  test("formulas stand in their line, charts follow it", async () => {
    const bytes = odtOf(`<text:p>Energy ${object(1)} law${object(2)}</text:p><text:p>Again ${object(1)}</text:p>`, "", {
      "Object 1/content.xml": math(
        "<mrow><mi>E</mi><mo>=</mo><mfrac><mrow><mi>m</mi><mi>v</mi></mrow><mn>2</mn></mfrac><msup><mi>c</mi><mn>2</mn></msup></mrow>",
      ),
      "Object 2/content.xml": `${XML}<office:document-content xmlns:office="o" xmlns:chart="c" xmlns:text="t"><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title></chart:chart></office:chart></office:body></office:document-content>`,
    });
    expect((await read("a.odt", bytes)).text).toBe("Energy E = (m v)/2 c^2 law\nSales\nAgain\n");
  });

  test("hidden text is a part of its own", async () => {
    const automatic = '<style:style style:name="T1"><style:text-properties text:display="none"/></style:style>';
    const document = await read(
      "a.odt",
      odtOf('<text:p>Shown <text:span text:style-name="T1">secret</text:span>again</text:p>', automatic),
    );
    expect(unitTexts(document, "body")).toEqual(["Shown again\n"]);
    expect(unitTexts(document, "hidden text")).toEqual(["secret\n"]);
  });
});
