import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBidi } from './bidi.ts'
import type { Driver } from './driver.ts'
import { findFrame } from './inPage.ts'
import { clickActions, keyActions } from './inputActions.ts'
import { spawnLeashed } from './spawnLeashed.ts'

/** Disables all calls home; its remote agent disables the rest itself. */
const quiet = [
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['toolkit.telemetry.enabled', false],
  ['app.normandy.enabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['browser.safebrowsing.downloads.remote.enabled', false],
  ['extensions.update.enabled', false],
] as const

type Evaluated =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }
type Tree = { contexts: { context: string; url: string; children: { context: string; url: string }[] | null }[] }
type LogEntry = { level: string; text: string | null; source: { context?: string } }

/** Firefox without a window, in a profile of its own, by WebDriver BiDi. */
export async function firefoxDriver(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'billfold-firefox-'))
  const prefs = quiet.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`)
  await writeFile(join(profile, 'user.js'), prefs.join(''))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const size = ['--width', '1280', '--height', '900']
  const firefox = await spawnLeashed(program, [...args, ...size], { ready: /WebDriver BiDi listening on (ws:\S+)/ })
  const problems: string[] = []
  const bidi = await openBidi(`${firefox.readyGroups[1]}/session`, ({ method, params }) => {
    const { level, text } = params as LogEntry
    if (method === 'log.entryAdded' && level === 'error') problems.push(text ?? 'an error without a text')
  })
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  // A tab of its own: the first one belongs to the browser itself, and is in the background.
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })
  await bidi.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } })
  async function runAt<T>(target: string, source: string, args: readonly unknown[]): Promise<T> {
    const expression = `(async () => JSON.stringify((await (${source})(...${JSON.stringify(args)})) ?? null))()`
    const params = { expression, target: { context: target }, awaitPromise: true }
    const answer = await bidi.send<Evaluated>('script.evaluate', params)
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return JSON.parse(answer.result.value!)
  }
  const handsAt = (target: string): Pick<Driver, 'click' | 'press'> => ({
    async click(x, y) {
      await bidi.send('input.performActions', { context: target, actions: clickActions(x, y) })
    },
    async press(keys) {
      await bidi.send('input.performActions', { context: target, actions: keyActions(keys) })
    },
  })
  return {
    async open(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async reload() {
      await bidi.send('browsingContext.reload', { context, wait: 'complete' })
    },
    run: (source, args) => runAt(context, source, args),
    async runInFrame(frame, source, args) {
      const src = await runAt<string>(context, `(frame) => (${findFrame.toString()})(frame)?.src`, [frame])
      const { contexts } = await bidi.send<Tree>('browsingContext.getTree', { root: context })
      const inner = contexts[0]?.children?.find(({ url }) => url.split('#')[0] === src?.split('#')[0])
      if (!inner) throw new Error(`there is no page in ${frame}`)
      return runAt(inner.context, source, args)
    },
    ...handsAt(context),
    async openedWindow(part) {
      const { contexts } = await bidi.send<Tree>('browsingContext.getTree', {})
      const own = contexts.find(({ url }) => url.includes(part))
      return own && { run: (source, args) => runAt(own.context, source, args), ...handsAt(own.context) }
    },
    async picture() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    problems: () => problems,
    async close() {
      bidi.close()
      await firefox.stop()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
