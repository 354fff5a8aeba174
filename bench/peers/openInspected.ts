import { chromium } from 'playwright-core'
import { type Ask, type Browser, chromiumPath, flags } from './Browser.ts'

/** A Chromium as testing libraries drive it: how the budgets were set, and how others measure. */
export async function openInspected(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...flags] })
  return {
    version: browser.version(),
    async openPage() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
      const session = await context.newCDPSession(await context.newPage())
      return { ask: session.send.bind(session) as Ask, close: () => context.close() }
    },
    close: () => browser.close(),
  }
}
