import { chromium } from 'playwright-core'
import { needProgram } from '../../tools/test/needProgram.ts'
import { type Ask, type Browser, flags } from './Browser.ts'

/** A Chromium driven as by testing libraries: the budgets and others' measurements use it. */
export async function openInspected(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await needProgram('chromium'), args: [...flags] })
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
