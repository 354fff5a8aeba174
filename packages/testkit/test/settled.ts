import type { Page } from 'playwright-core'

/** Waits until everything is rendered and no animation runs, except endless ones such as spinners. */
export async function settled(page: Page): Promise<void> {
  // Layout effects of a resize start in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.waitForFunction(() => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    return [document, ...shadows]
      .flatMap((root) => root.getAnimations())
      .every(({ playState, effect }) => {
        const end = effect?.getComputedTiming().endTime
        // One without an end in time spins, or follows the scrolling.
        return playState !== 'running' || typeof end !== 'number' || end === Infinity
      })
  })
}
