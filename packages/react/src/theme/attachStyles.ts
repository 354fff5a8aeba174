const sheets = new Map<string, CSSStyleSheet>()

/** Gives a shadow root its rules as constructed sheets: no style element, so no policy needs an exception. */
export function attachStyles(root: ShadowRoot, texts: readonly string[]): void {
  root.adoptedStyleSheets = texts.map(sheetOf)
}

/** One sheet per text and page, shared by all roots. */
function sheetOf(text: string): CSSStyleSheet {
  const known = sheets.get(text)
  if (known) return known
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  sheets.set(text, sheet)
  return sheet
}
