import type { Page } from 'playwright-core'

/**
 * Ends what turns or pulses without end. It is drawn in a layer of its own, and letters near it half a pixel away from where
 * they otherwise are; a screenshot ends it only in the frame that it takes. Two frames later all of it is drawn.
 */
export const holdStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])]
    for (const animation of roots.flatMap((root) => root.getAnimations())) animation.cancel()
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
