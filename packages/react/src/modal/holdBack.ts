/**
 * Takes a dialog that was just drawn out of the document until it is shown; the returned function puts it back. It is laid
 * out once before that, so that its rules are matched and its fonts found while nobody waits for them.
 */
export function holdBack(element: HTMLElement): () => void {
  element.getBoundingClientRect()
  const place = element.ownerDocument.createComment('')
  element.replaceWith(place)
  return () => place.replaceWith(element)
}
