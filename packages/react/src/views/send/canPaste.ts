type Clipboarded = { clipboard?: { readText?: unknown } }
type Policed = { featurePolicy?: { allowsFeature(name: string): boolean } }

/** Whether this page may read the clipboard: if its own policy forbids it, there is no button. The keys still paste. */
export const canPaste = (browser: Clipboarded = navigator, page: Policed = document as Policed): boolean =>
  typeof browser.clipboard?.readText === 'function' && (page.featurePolicy?.allowsFeature('clipboard-read') ?? true)
