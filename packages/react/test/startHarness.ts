import { sharedChromium } from '@billfold/testkit/test/sharedChromium'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { buildPage, type PageBuild } from './buildPage.ts'
import type { PageSetup } from './page/pageSetup.ts'
import { type PageServer, servePage } from './servePage.ts'
import { watchPage } from './watchPage.ts'

export type PageLook = {
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** Lets things move: drawing them takes half of a browser's time, so only what is about motion asks for it. */
  moves?: boolean
  touch?: boolean
  /** Another browser's name of itself. */
  userAgent?: string
  /** Fetches code ahead; otherwise the visitor saves data, which takes a fourth of the processor's time less. */
  fetchesAhead?: boolean
  /** The page's path; the React one by default. */
  path?: '/' | '/plain.html' | '/rendered.html' | `/libraries.html?wagmi=${2 | 3}` | '/hooks.html' | '/baseAccount.html'
  /** Sets up the page before it opens. */
  prepare?: (page: Page) => Promise<unknown>
}
export type Harness = {
  server: PageServer
  /** Opens the page in a fresh context that lasts as long as the test; `problems` holds every violation, console error and foreign request. */
  open(setup?: PageSetup, look?: PageLook): Promise<{ page: Page; problems: string[] }>
  stop(): Promise<void>
}

/** Builds the page, serves it under the strict policy and drives it in a real browser. */
export async function startHarness(
  /** The page's own policy instead of the strict one, the other origins it names, and how it is built. */
  host: PageBuild & { policy?: string; origins?: readonly string[]; pages?: readonly string[] } = {},
): Promise<Harness> {
  const folder = await buildPage(undefined, host.pages, host)
  const server = await servePage(folder, host.policy)
  // With real scroll bars, so that a page that jumps by their width is seen.
  const browser = await sharedChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] })
  return {
    server,
    async open(setup = {}, look = {}) {
      const context = await browser.newContext({
        viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
        colorScheme: look.scheme ?? 'light',
        reducedMotion: look.moves ? 'no-preference' : 'reduce',
        hasTouch: look.touch ?? false,
        ...(look.userAgent ? { userAgent: look.userAgent } : {}),
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      // As patient as a poll: what a busy machine does late is not wrong.
      context.setDefaultTimeout(40_000)
      if (!look.fetchesAhead)
        await context.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
        )
      // A page that is left open goes on drawing what moves on it, and every later test waits for that.
      onTestFinished(() => context.close())
      const page = await context.newPage()
      const problems = watchPage(page, server.url, ...(host.origins ?? []))
      await look.prepare?.(page)
      await page.goto(`${server.url}${look.path ?? '/'}?setup=${encodeURIComponent(JSON.stringify(setup))}`)
      return { page, problems }
    },
    stop: () => server.close(),
  }
}
