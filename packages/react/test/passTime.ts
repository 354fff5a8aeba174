import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Installs the page's own clock before it opens: it runs in real time, and faster when a test advances it. */
export const ownClock = (page: Page): Promise<void> => page.clock.install()

/** Lets a page's own time go by, second by second, until something is seen: what is tried again after a while is not waited for. */
export async function passTimeUntil(seen: Locator): Promise<void> {
  const look = async () => {
    await seen.page().clock.fastForward(1000)
    return seen.isVisible()
  }
  await expect.poll(look, { interval: 100 }).toBe(true)
}
