import { freePort } from '../../tools/start/freePort.ts'
import { commandMs, type Driver } from './driver.ts'
import { findFrame } from './inPage.ts'
import { clickActions, keyActions } from './inputActions.ts'
import { spawnLeashed } from './spawnLeashed.ts'

type Programs = { driver: string; display: string }
type Answer = { value: { error?: string; message?: string } | null }

const screen = ['-screen', '0', '1400x1000x24', '-nolisten', 'tcp']

/** WebKitGTK in a window on an invisible display, by plain WebDriver. */
export async function webkitDriver(programs: Programs): Promise<Driver> {
  const xvfb = await spawnLeashed(programs.display, ['-displayfd', '1', ...screen], { ready: /^(\d+)\n/m })
  const port = await freePort()
  const env = {
    DISPLAY: `:${xvfb.readyGroups[1]}`,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // Its sandbox does not start as root; the pages are our own.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  }
  // It prints no ready line: poll it until it responds.
  const driver = await spawnLeashed(programs.driver, [`--port=${port}`], { env })
  const stop = async () => {
    await driver.stop()
    await xvfb.stop()
  }
  const base = `http://127.0.0.1:${port}`
  try {
    await answering(`${base}/status`)
    const { sessionId } = await call<{ sessionId: string }>('POST', `${base}/session`, { capabilities: {} })
    const session = `${base}/session/${sessionId}`
    const post = <T>(path: string, body: object = {}) => call<T>('POST', `${session}${path}`, body)
    await post('/timeouts', { script: commandMs, pageLoad: commandMs })
    await post('/window/rect', { x: 0, y: 0, width: 1280, height: 900 })
    async function run<T>(source: string, args: readonly unknown[]): Promise<T> {
      const script = `const done = arguments[1];
Promise.resolve().then(() => (${source})(...JSON.parse(arguments[0]))).then((value) => done({ json: JSON.stringify(value ?? null) }), (error) => done({ error: String(error) }))`
      type Ran = { json: string } | { error: string }
      const ran = await post<Ran>('/execute/async', { script, args: [JSON.stringify(args)] })
      if ('error' in ran) throw new Error(ran.error)
      return JSON.parse(ran.json)
    }
    return {
      open: (url) => post('/url', { url }),
      reload: () => post('/refresh'),
      run,
      async runInFrame(frame, source, args) {
        const script = `return (${findFrame.toString()})(arguments[0])`
        const id = await post('/execute/sync', { script, args: [frame] })
        if (!id) throw new Error(`there is no page in ${frame}`)
        await post('/frame', { id })
        try {
          // An asynchronous script never ends in another origin's page in Debian 12's WebKitGTK.
          const inside = `return JSON.stringify((${source})(...JSON.parse(arguments[0])) ?? null)`
          return JSON.parse(await post<string>('/execute/sync', { script: inside, args: [JSON.stringify(args)] }))
        } finally {
          await post('/frame', { id: null })
        }
      },
      click: (x, y) => post('/actions', { actions: clickActions(x, y) }),
      press: (keys) => post('/actions', { actions: keyActions(keys) }),
      async openedWindow(part) {
        const home = await call<string>('GET', `${session}/window`)
        /** Runs something in another window, and returns even if that closes it. */
        const within = async <T>(handle: string, act: () => Promise<T>): Promise<T> => {
          await post('/window', { handle })
          return await act().finally(() => post('/window', { handle: home }))
        }
        for (const handle of await call<string[]>('GET', `${session}/window/handles`)) {
          const isIt =
            handle !== home && (await within(handle, () => call<string>('GET', `${session}/url`))).includes(part)
          if (isIt)
            return {
              run: (source, args) => within(handle, () => run(source, args)),
              click: (x, y) => within(handle, () => post('/actions', { actions: clickActions(x, y) })),
              press: (keys) => within(handle, () => post('/actions', { actions: keyActions(keys) })),
            }
        }
        return undefined
      },
      picture: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
      // Plain WebDriver reports none; the page's own listeners do.
      problems: () => [],
      async close() {
        await call('DELETE', session).catch(() => undefined) // it ends either way
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function call<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    signal: AbortSignal.timeout(commandMs + 5_000),
  })
  const { value } = (await response.json()) as Answer
  if (value?.error) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`)
  return value as T
}

async function answering(url: string): Promise<void> {
  for (const end = performance.now() + commandMs; ; ) {
    const isThere = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      () => true,
      () => false,
    )
    if (isThere) return
    if (performance.now() > end) throw new Error(`${url} does not respond`)
    await new Promise((again) => setTimeout(again, 50))
  }
}
