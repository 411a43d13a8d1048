/** Texts of a PDF page beside its own: contents of annotations, values of form fields, and texts in the appearances of both. */
import { type PdfModule, sizedString } from "./pdf-memory.ts";
import { type GlyphNamesOf, type PageText, pageText } from "./pdf-page.ts";

/** fpdf_annot.h. */
const ANNOT_POPUP = 16;
const ANNOT_WIDGET = 20;
/** fpdf_formfill.h: field types whose value is text a person entered or chose. */
const FIELD_COMBO = 4;
const FIELD_LIST = 5;
const FIELD_TEXT = 6;
/** PDF 32000-1, table 228: bit 14 of a text field's flags. */
const FLAG_PASSWORD = 1 << 13;
/** fpdf_edit.h: objects of a page. */
const OBJECT_TEXT = 1;
const OBJECT_FORM = 5;
/** fpdf_flatten.h. */
const FLATTEN_DISPLAY = 0;
const FLATTEN_SUCCESS = 1;

const ANNOTATIONS_PER_PAGE = 10_000;
/** Most annotations of a page whose appearance is read. */
const APPEARANCES = 500;

export interface PageExtras {
  readonly texts: readonly string[];
  /** Characters of appearances that no table of their font maps. */
  readonly unmapped: number;
}

/**
 * Texts of the annotations of page `index`, which is open as `page`: their own texts, in page order, then texts that only their
 * appearances show (stamps, captions of buttons). The page's text must have been read before.
 */
export function pageExtras(
  module: PdfModule,
  handles: { readonly document: number; readonly form: number; readonly page: number },
  index: number,
  names: GlyphNamesOf,
): PageExtras {
  const { page, form } = handles;
  const texts: string[] = [];
  const drawn = new Set<number>();
  const count = module.FPDFPage_GetAnnotCount(page);
  for (let i = 0; i < Math.min(count, ANNOTATIONS_PER_PAGE); i++) {
    const annotation = module.FPDFPage_GetAnnot(page, i);
    if (annotation === 0) continue;
    const { text, isField } = annotationText(module, form, annotation);
    if (text !== null && text.trim() !== "") texts.push(text);
    if (drawn.size < APPEARANCES && text !== null && (text === "" || !isField) && hasText(module, annotation))
      drawn.add(i);
    module.FPDFPage_CloseAnnot(annotation);
  }
  if (drawn.size === 0) return { texts, unmapped: 0 };
  // Backwards, because the annotations behind a removed one move up.
  for (let i = count - 1; i >= 0; i--) if (!drawn.has(i)) module.FPDFPage_RemoveAnnot(page, i);
  const said = texts.map(squeezed).join("\n");
  const appearances = appearanceTexts(module, handles, index, names);
  const others = appearances.map(({ text }) => text).filter((text) => text !== "" && !said.includes(squeezed(text)));
  return { texts: [...texts, ...others], unmapped: appearances.reduce((sum, { unmapped }) => sum + unmapped, 0) };
}

/** Appearances break lines and space letters freely. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Text of an annotation: null for one that must not be shown, "" where only the appearance may have text. */
function annotationText(
  module: PdfModule,
  form: number,
  annotation: number,
): { readonly text: string | null; readonly isField: boolean } {
  const subtype = module.FPDFAnnot_GetSubtype(annotation);
  // A pop-up repeats the contents of the note it belongs to.
  if (subtype === ANNOT_POPUP) return { text: null, isField: false };
  if (subtype !== ANNOT_WIDGET) {
    const text = sizedString(module, (buffer, size) =>
      module.FPDFAnnot_GetStringValue(annotation, "Contents", buffer, size),
    );
    return { text, isField: false };
  }
  const type = module.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type !== FIELD_TEXT && type !== FIELD_COMBO && type !== FIELD_LIST) return { text: "", isField: true };
  if (type === FIELD_TEXT && (module.FPDFAnnot_GetFormFieldFlags(form, annotation) & FLAG_PASSWORD) !== 0)
    return { text: null, isField: true };
  const text = sizedString(module, (buffer, size) =>
    module.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size),
  );
  return { text, isField: true };
}

/** Whether an annotation's appearance may hold text: text itself, or a form that may. */
function hasText(module: PdfModule, annotation: number): boolean {
  const count = module.FPDFAnnot_GetObjectCount(annotation);
  for (let i = 0; i < count; i++) {
    const type = module.FPDFPageObj_GetType(module.FPDFAnnot_GetObject(annotation, i));
    if (type === OBJECT_TEXT || type === OBJECT_FORM) return true;
  }
  return false;
}

/** The appearances of the annotations left on the page, each drawn onto the page and read alone. */
function appearanceTexts(
  module: PdfModule,
  { document, page }: { readonly document: number; readonly page: number },
  index: number,
  names: GlyphNamesOf,
): PageText[] {
  const own = module.FPDFPage_CountObjects(page);
  if (module.FPDFPage_Flatten(page, FLATTEN_DISPLAY) !== FLATTEN_SUCCESS) return [];
  const flat = module.FPDF_LoadPage(document, index);
  if (flat === 0) return [];
  try {
    // Each appearance is a form behind the page's own objects.
    const forms: number[] = [];
    for (let i = module.FPDFPage_CountObjects(flat) - 1; i >= 0; i--) {
      const object = module.FPDFPage_GetObject(flat, i);
      if (!module.FPDFPage_RemoveObject(flat, object)) return [];
      if (i >= own && module.FPDFPageObj_GetType(object) === OBJECT_FORM) forms.unshift(object);
      else module.FPDFPageObj_Destroy(object);
    }
    return forms.map((object) => {
      module.FPDFPage_InsertObject(flat, object);
      const text = pageText(module, flat, names);
      if (module.FPDFPage_RemoveObject(flat, object)) module.FPDFPageObj_Destroy(object);
      return { ...text, text: text.text.replace(/\r\n?/g, "\n").trim() };
    });
  } finally {
    module.FPDF_ClosePage(flat);
  }
}
