import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endGroup } from '../../tools/start/processGroup.ts'
import { needProgram } from '../../tools/test/needProgram.ts'
import { type Ask, type Browser, flags } from './Browser.ts'

const startMs = 30_000
const answerMs = 90_000

/**
 * A Chromium without a testing library: those enable `Runtime` in every page, for which V8 reads each script a second
 * time. That makes a bare React page's first task four times as long, and is not part of a visit.
 */
export async function openAlone(): Promise<Browser> {
  const program = await needProgram('chromium')
  const profile = await mkdtemp(join(tmpdir(), 'billfold-chromium-'))
  const chromium = spawn(
    program,
    [
      ...flags,
      '--headless',
      '--disable-extensions',
      '--disable-default-apps',
      // Testing libraries set it too: browsers slow down a page in the background.
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  chromium.once('error', () => {}) // it has no number then, and never prints an address
  const end = async () => {
    // Debian's is a script that starts the browser: both share a process group, and the browser outlives the script
    // alone.
    if (chromium.pid) await endGroup(chromium.pid, 5_000)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  const socket = await connect(chromium.stderr).catch(async (error: unknown) => {
    await end()
    throw error
  })

  let last = 0
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data as string)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const ask =
    (sessionId?: string): Ask =>
    (method, params = {}) =>
      new Promise((done, failed) => {
        const id = ++last
        const timer = setTimeout(() => failed(new Error(`${method}: no answer`)), answerMs)
        waiting.set(id, ({ result, error }) => {
          clearTimeout(timer)
          if (error) failed(new Error(`${method}: ${error.message}`))
          else done(result as never)
        })
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      })
  const browser = ask()

  return {
    version: (await browser<{ product: string }>('Browser.getVersion')).product.replace(/^.*\//, ''),
    async openPage() {
      const { browserContextId } = await browser<{ browserContextId: string }>('Target.createBrowserContext')
      const { targetId } = await browser<{ targetId: string }>('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
        width: 1280,
        height: 800,
      })
      const { sessionId } = await browser<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
      return {
        ask: ask(sessionId),
        close: () => browser<void>('Target.disposeBrowserContext', { browserContextId }),
      }
    },
    async close() {
      socket.close()
      await end()
    },
  }
}

async function connect(stream: NodeJS.ReadableStream): Promise<WebSocket> {
  const socket = new WebSocket(await addressOf(stream))
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true })
    socket.addEventListener('error', () => failed(new Error('Chromium closed its door')), { once: true })
  })
  return socket
}

/** Chromium prints its address on its error stream. */
function addressOf(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, failed) => {
    let output = ''
    const fail = () => failed(new Error(`Chromium did not start: ${output}`))
    const timer = setTimeout(fail, startMs)
    stream.once('close', () => {
      clearTimeout(timer)
      fail()
    })
    stream.on('data', (chunk) => {
      if (output.includes('ws://')) return
      output += chunk
      const address = /ws:\/\/\S+(?=\s)/.exec(output)?.[0]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}
