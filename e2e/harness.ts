import { createRequire } from 'node:module'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { settled } from '@billfold/testkit/test/settled'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test as base } from 'vitest'
import { guardContext } from './guardContext.ts'
import { keepPicture, tracePath } from './keepPicture.ts'
import { stack } from './stack.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export type OpenOptions = BrowserContextOptions & {
  /** Console messages that the journey causes on purpose. */
  allow?: readonly RegExp[]
  /** The ports that the page may call beside its own; by default those of the run's stack. */
  ports?: readonly number[]
  /** Injects axe before the page loads, so that its policy stays on. */
  axe?: boolean
  /** Prepares the browser before the page opens, for instance with wallets. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/**
 * Steps and console always; screenshots of each step with `BILLFOLD_TRACE=full`, as in CI's second run: it slows
 * journeys.
 */
const isFullTrace = process.env.BILLFOLD_TRACE === 'full'
const traced = { screenshots: isFullTrace, snapshots: isFullTrace }

/** Opens an address in a fresh, guarded context. */
export type Open = (url: string, options?: OpenOptions) => Promise<Page>

let shared: Promise<Browser> | undefined

/**
 * Only this machine's own names resolve. A route that aborts others would call us for each of a page's two hundred
 * files.
 */
const onlyHere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost'

/** One Chromium for all journeys of a worker; it ends with the worker. */
export function browser(): Promise<Browser> {
  shared ??= launchChromium({ args: [onlyHere] })
  return shared
}

/** A test with guarded pages: even if it passes otherwise, it fails on any violation that `guardContext` records. */
export const test = base.extend<{ open: Open }>({
  open: async ({ task }, use) => {
    const ends: (() => Promise<void>)[] = []
    const pages: Page[] = []
    const kept: string[] = []
    await use(async (url, { allow = [], ports = stack.ports, axe = false, prepare, ...options } = {}) => {
      // packages/react/test covers animations; here they would only take CPU time.
      const context = await (await browser()).newContext({ reducedMotion: 'reduce', ...options })
      context.setDefaultTimeout(40_000)
      const guard = await guardContext(context, { allow, ports: [Number(new URL(url).port), ...ports] })
      // A visitor who saves data: prefetching code, mostly unneeded, would take a third of the browser's time.
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
      )
      await context.tracing.start({ title: task.name, ...traced })
      if (axe) await context.addInitScript({ path: axePath })
      await prepare?.(context)
      const page = await context.newPage()
      pages.push(page)
      ends.push(async () => {
        const isFailed = task.result?.state === 'fail'
        const path = tracePath(task.name, pages.indexOf(page) + 1)
        await context.tracing.stop(isFailed ? { path } : {})
        if (isFailed) kept.push(path)
        await context.close()
        guard.check()
      })
      await page.goto(url)
      return page
    })
    if (task.result?.state === 'fail') kept.push(...(await picturesOf(pages, task.name)))
    for (const end of ends) await end()
    if (kept.length > 0) throw new Error(`The page then: ${kept.join(', ')}`)
  },
})

/** Pictures of the pages that are still open. */
async function picturesOf(pages: readonly Page[], title: string): Promise<string[]> {
  const open = pages.filter((page) => !page.isClosed())
  const pictures = await Promise.allSettled(open.map((page) => page.screenshot({ timeout: 10_000 })))
  const taken = pictures.flatMap((picture) => (picture.status === 'fulfilled' ? [picture.value] : []))
  return Promise.all(taken.map((png, index) => keepPicture(`${title} ${index + 1}`, png)))
}

/** axe's findings on the page once it rests, one line each: a fading element has no contrast yet. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(async () => {
    type Result = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
    const axe = (globalThis as unknown as { axe: { run: (options: object) => Promise<Result> } }).axe
    const { violations } = await axe.run({ preload: false, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
  })
}
