import type { AppKit } from '../api/AppKit.ts'
import { addPainter, type Painted } from './board.ts'
import { defineElements } from './defineElements.ts'

/** Lets the page's custom elements show this kit; the returned function empties them. */
export function startElements(appKit: AppKit, placesModal: boolean): () => void {
  const taken = defineElements()
  if (taken.length > 0)
    appKit.kit.ports.log.info(`Something else on this page draws <${taken.join('>, <')}>; the kit leaves them alone`)
  return addPainter({
    id: appKit.id,
    paint(element, tag) {
      if (tag !== 'appkit-modal') return paintLater(appKit, element, tag)
      // Where the kit puts its dialog on the page by itself, a second one would only be in the way.
      return { update() {}, stop: placesModal ? appKit.embed(element) : () => {} }
    },
  })
}

/** Draws once the code is here; the page that has no such element never asks for it. */
function paintLater(appKit: AppKit, element: HTMLElement, tag: string): Painted {
  let painted: Painted | undefined
  let stopped = false
  void import('./paintButton.tsx').then(
    ({ paintButton }) => {
      if (!stopped) painted = paintButton(appKit, element, tag)
    },
    (error: unknown) => appKit.kit.ports.log.error(`<${tag}> could not be loaded`, error),
  )
  return {
    update: () => painted?.update(),
    stop() {
      stopped = true
      painted?.stop()
    },
  }
}
