import type { App } from './apps.ts'
import type { Ask, Browser } from './Browser.ts'
import { installedWallet } from './installedWallet.ts'
import { installProbe } from './probe.ts'
import type { Profile } from './profiles.ts'
import type { Served } from './serveApp.ts'

/** The measurements of one pair of visits; times in ms. */
export type Sample = {
  /** Bytes of gzip that had arrived when the button was painted. */
  jsBefore: number
  button: number
  /** From navigation to the first wallet, for someone who taps the button at once. */
  tapRow: number
  /** From a click on a page at rest to the dialog, and to the first wallet. */
  clickDialog: number
  clickRow: number
  /** The longest task of loading and opening, and the number of those over 50 ms. */
  longest: number
  longTasks: number
  /** Bytes of JavaScript heap with the dialog open, after a collection. */
  heap: number
}

/** Visits a page twice in fresh profiles: once with a tap as soon as possible, once with a click at rest. */
export async function visitApp(browser: Browser, app: App, served: Served, profile: Profile): Promise<Sample> {
  const tapRow = await inPage(browser, app, served, profile, async (_, tell) => {
    const { clicked, row } = await tell(async () => {
      await window.probe.button
      window.probe.arm()
      window.probe.tap()
      return window.probe.opened()
    })
    return needed(row, `${app.id}: no wallet after a tap at ${clicked.toFixed(0)} ms`)
  })
  const rest = await inPage(browser, app, served, profile, async (ask, tell) => {
    const button = needed(await tell(() => window.probe.button), `${app.id}: no button`)
    await tell(() => window.probe.rested())
    const scripts = await tell(() => window.probe.scripts())
    const jsBefore = scripts
      .filter(({ end }) => end <= button)
      .reduce((bytes, { path }) => bytes + (served.gzip.get(path) ?? 0), 0)
    const place = await tell(() => window.probe.place())
    await tell(() => window.probe.arm())
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
      await ask('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 })
    const { clicked, dialog, row } = await tell(() => window.probe.opened())
    await tell(() => window.probe.rested())
    const tasks = await tell(() => window.probe.longTasks())
    for (let turn = 0; turn < 2; turn++) await ask('HeapProfiler.collectGarbage')
    const { usedSize } = await ask<{ usedSize: number }>('Runtime.getHeapUsage')
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

/** Evaluates an expression in the page, which has no access to anything outside, and returns its result. */
type Tell = <T>(run: () => T | Promise<T>) => Promise<T>

async function inPage<T>(
  browser: Browser,
  app: App,
  served: Served,
  { cpu, line }: Profile,
  measure: (ask: Ask, tell: Tell) => Promise<T>,
): Promise<T> {
  const { ask, close } = await browser.openPage()
  try {
    const { button, dialog, row } = app
    const scripts = [`(${installedWallet})()`, `(${installProbe})(${JSON.stringify({ button, dialog, row })})`]
    await ask('Page.enable')
    for (const source of scripts) await ask('Page.addScriptToEvaluateOnNewDocument', { source })
    if (line) {
      // Without this the network stays unthrottled, silently.
      await ask('Network.enable')
      await ask('Network.emulateNetworkConditions', {
        offline: false,
        latency: line.latencyMs,
        downloadThroughput: line.bytesPerSecond,
        uploadThroughput: line.bytesPerSecond / 2,
      })
    }
    if (cpu > 1) await ask('Emulation.setCPUThrottlingRate', { rate: cpu })
    await ask('Page.navigate', { url: served.url })
    return await measure(ask, (run) => evaluateInPage(ask, `(${run})()`))
  } finally {
    await close()
  }
}

async function evaluateInPage<T>(ask: Ask, expression: string): Promise<T> {
  const { result, exceptionDetails } = await ask<{
    result: { value: T }
    exceptionDetails?: { text: string; exception?: { description?: string } }
  }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

function needed(value: number | undefined, otherwise: string): number {
  if (value === undefined) throw new Error(otherwise)
  return value
}
