import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { builtEntry } from '../../../tools/test/builtEntry.ts'

const entry = await builtEntry('apps/devnet/src/main.ts')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [entry], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DEVNET_PORT: '0',
      DEVNET_EVM_PORT: '0',
      DEVNET_CHAIN_IDS: '31337',
      ...env,
    },
  })
  children.push(child)
  let out = ''
  let err = ''
  const ready = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<{ code: number | null; err: string }>()
  child.stdout.on('data', (chunk) => {
    out += chunk
    if (out.includes('Manifest: ')) ready.resolve(out)
  })
  child.stderr.on('data', (chunk) => (err += chunk))
  child.once('close', (code) => {
    ended.resolve({ code, err })
    ready.reject(new Error(`ended with ${code}: ${err}`))
  })
  ready.promise.catch(() => undefined)
  return { child, ready: ready.promise, ended: ended.promise }
}

test.each(['SIGTERM', 'SIGINT'] as const)('prints each chain’s URL, and %s ends it', async (signal) => {
  const { child, ready, ended } = run({ DEVNET_CHAIN_IDS: '31337,31338', DEVNET_MARKET: 'on', DEVNET_BLOCK_TIME: '1' })
  const lines = (await ready).trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(
      /^Billfold Local 1 \(chain id 31337\) answers at http:\/\/127\.0\.0\.1:\d+ and ws:\/\/127\.0\.0\.1:\d+$/,
    ),
    expect.stringMatching(/^Billfold Local 2 \(chain id 31338\) answers at /),
    expect.stringMatching(/^Manifest: http:\/\/127\.0\.0\.1:\d+\/manifest\.json$/),
  ])
  child.kill(signal)
  // Ended by hand after three seconds, the code would be 1.
  expect(await ended).toEqual({ code: 0, err: '' })
})

test('prints an invalid value in one sentence and exits with an error', async () => {
  expect(await run({ DEVNET_MARKET: 'maybe' }).ended).toEqual({
    code: 1,
    err: 'DEVNET_MARKET is "maybe" and must be on or off.\n',
  })
})

test('prints a taken port in one sentence and exits with a failure', async () => {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  const { port } = taken.address() as { port: number }
  const { code, err } = await run({ DEVNET_EVM_PORT: String(port) }).ended
  taken.close()
  expect({ code, err }).toEqual({
    code: 1,
    err: `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set DEVNET_EVM_PORT to a free one.\n`,
  })
})

test('recovers from a kill in the middle of a write, and locates other damage', async () => {
  const state = mkdtempSync(join(tmpdir(), 'devnet-'))
  const first = run({ DEVNET_STATE: state })
  await first.ready
  first.child.kill('SIGKILL')
  await first.ended
  const journal = join(state, readdirSync(state).find((file) => file.endsWith('.jsonl'))!)
  appendFileSync(journal, '{"head":"0x')
  const second = run({ DEVNET_STATE: state })
  await second.ready
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)

  const lines = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, lines.with(4, 'garbage').join('\n'))
  const { code, err } = await run({ DEVNET_STATE: state }).ended
  expect(code).toBe(1)
  expect(err).toBe(
    `The journal ${journal} cannot be replayed: line 5 is not a journal entry; delete or move the file to start over.\n`,
  )
})
