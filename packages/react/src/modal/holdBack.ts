import { whenIdle } from '../hooks/whenIdle.ts'

/**
 * Takes a dialog that was just drawn out of the document until it is shown; the returned function puts it back. In between,
 * in a moment of its own, it is laid out where no frame shows it, so that its rules are matched and its fonts found while
 * no one waits for them.
 */
export function holdBack(element: HTMLElement): () => void {
  const place = element.ownerDocument.createComment('')
  const putBack = () => place.replaceWith(element)
  const takeOut = () => element.replaceWith(place)
  takeOut()
  const stopWaiting = whenIdle(() => {
    putBack()
    element.getBoundingClientRect()
    takeOut()
  })
  return () => {
    stopWaiting()
    putBack()
  }
}
