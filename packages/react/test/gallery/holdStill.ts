import type { Page } from 'playwright-core'

/**
 * Ends endless animations. They are in a layer of their own, which moves letters near them by half a pixel; a
 * screenshot ends them only in its own frame. Two frames later everything is in place.
 */
export const holdStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])]
    for (const animation of roots.flatMap((root) => root.getAnimations())) animation.cancel()
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
