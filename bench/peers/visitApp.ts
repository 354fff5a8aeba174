import type { Browser, CDPSession, Page } from 'playwright-core'
import type { App } from './apps.ts'
import { installedWallet } from './installedWallet.ts'
import { installProbe } from './probe.ts'
import type { Profile } from './profiles.ts'
import type { Served } from './serveApp.ts'

/** What one pair of visits showed; times in ms. */
export type Sample = {
  /** Bytes of gzip that had arrived when the button was painted. */
  jsBefore: number
  button: number
  /** From navigation to the first wallet, for somebody who taps the button the moment it is there. */
  tapRow: number
  /** From a click on a page at rest to the dialog, and to the first wallet. */
  clickDialog: number
  clickRow: number
  /** The longest task of loading and opening, and how many were over 50 ms. */
  longest: number
  longTasks: number
  /** Bytes of JavaScript heap with the dialog open, after collection. */
  heap: number
}

const settleMs = 1500

/** Visits a page twice in fresh contexts: once with a tap as soon as possible, once with a click at rest. */
export async function visitApp(browser: Browser, app: App, served: Served, profile: Profile): Promise<Sample> {
  const tapRow = await inPage(browser, app, served, profile, async (page) => {
    const { clicked, row } = await page.evaluate(async () => {
      await window.probe.button
      window.probe.arm()
      window.probe.tap()
      return window.probe.opened()
    })
    return needed(row, `${app.id}: no wallet after a tap at ${clicked.toFixed(0)} ms`)
  })
  const rest = await inPage(browser, app, served, profile, async (page, session) => {
    const button = needed(await page.evaluate(() => window.probe.button), `${app.id}: no button`)
    await settle(page)
    const scripts = await page.evaluate(() => window.probe.scripts())
    const jsBefore = scripts
      .filter(({ end }) => end <= button)
      .reduce((bytes, { path }) => bytes + (served.gzip.get(path) ?? 0), 0)
    const { x, y } = await page.evaluate(() => window.probe.place())
    await page.evaluate(() => window.probe.arm())
    await page.mouse.click(x, y)
    const { clicked, dialog, row } = await page.evaluate(() => window.probe.opened())
    await settle(page)
    const tasks = await page.evaluate(() => window.probe.longTasks())
    for (let turn = 0; turn < 2; turn++) await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
    return {
      jsBefore,
      button,
      clickDialog: needed(dialog, `${app.id}: no dialog`) - clicked,
      clickRow: needed(row, `${app.id}: no wallet`) - clicked,
      longest: Math.max(0, ...tasks.map(({ ms }) => ms)),
      longTasks: tasks.length,
      heap: usedSize,
    }
  })
  return { ...rest, tapRow }
}

async function inPage<T>(
  browser: Browser,
  app: App,
  served: Served,
  { cpu, line }: Profile,
  measure: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const { button, dialog, row } = app
    await page.addInitScript(installedWallet)
    await page.addInitScript(installProbe, { button, dialog, row })
    if (line)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line.latencyMs,
        downloadThroughput: line.bytesPerSecond,
        uploadThroughput: line.bytesPerSecond / 2,
      })
    if (cpu > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await page.goto(served.url, { waitUntil: 'commit', timeout: 60_000 })
    return await measure(page, session)
  } finally {
    await context.close()
  }
}

/** Waits until nothing was fetched and no long task ran for a while. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    (quiet) => {
      const last = Math.max(
        0,
        ...performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd),
        ...window.probe.longTasks().map(({ start, ms }) => start + ms),
      )
      return performance.now() - last > quiet
    },
    settleMs,
    { polling: 200, timeout: 45_000 },
  )
}

function needed(value: number | undefined, otherwise: string): number {
  if (value === undefined) throw new Error(otherwise)
  return value
}
