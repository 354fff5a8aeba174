import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { builtEntry } from '../../../tools/test/builtEntry.ts'
import { newMessage, type TestClient } from './testClient.ts'

const main = await builtEntry('apps/server/src/relay/main.ts')

/** Starts a relay in its own process; resolves with its address, or rejects with its output. */
export async function startRelayProcess(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  const lines: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const closed = once(child, 'close').then(([code, signal]) => ({ code, signal, errors }))
  const url = new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const entry = JSON.parse(line) as { msg: string; url?: string }
      if (entry.msg === 'relay ready' && entry.url) done(entry.url)
    })
    void closed.then(() => fail(new Error(errors)))
  })
  url.catch(() => {}) // a test may only check how it ended
  return { child, url, closed, lines }
}

/** Publishes without pause until its socket closes; collects the messages that were accepted. */
export async function publishUntilCut(client: TestClient, topic: string, accepted: string[]): Promise<void> {
  for (;;) {
    const message = newMessage(900)
    const answer = await client.publish(topic, message).catch(() => undefined)
    if (!answer) return
    if (answer.result === true) accepted.push(message)
  }
}
