import type { AppKit } from '../api/AppKit.ts'
import { addPainter } from './board.ts'
import { defineElements } from './defineElements.ts'
import { paintButton } from './paintButton.tsx'

/** Lets the page's custom elements show this kit; the returned function empties them. */
export function startElements(appKit: AppKit, placesModal: boolean): () => void {
  const taken = defineElements()
  if (taken.length > 0)
    appKit.kit.ports.log.info(`Something else on this page draws <${taken.join('>, <')}>; the kit leaves them alone`)
  return addPainter({
    id: appKit.id,
    paint(element, tag) {
      if (tag !== 'appkit-modal') return paintButton(appKit, element, tag)
      // If the kit puts its dialog on the page by itself, a second one would only be in the way.
      return { update() {}, stop: placesModal ? appKit.embed(element) : () => {} }
    },
  })
}
