import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

const entry = path.join(import.meta.dirname, 'main.ts')
let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))

function start(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const made = spawn(process.execPath, [entry], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  child = made
  let output = ''
  const hear = (text: Buffer) => {
    output += text.toString()
  }
  made.stdout.on('data', hear)
  made.stderr.on('data', hear)
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    made.once('close', (code) => resolve({ code, output })),
  )
  const ready = new Promise<string>((resolve) =>
    made.stdout.on('data', () => {
      const url = /Site at (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    }),
  )
  return { made, ended, ready }
}

test('prints an invalid setting or a taken port in one sentence', async () => {
  expect(await start({ PORT: 'x' }).ended).toEqual({
    code: 1,
    output: 'PORT must be a number from 0 to 65535, not "x".\n',
  })
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  const { code, output } = await start({ PORT: String(port) }).ended
  holder.close()
  expect(code).toBe(1)
  expect(output.trim().split('\n').at(-1)).toBe(
    `Port ${port} on 127.0.0.1 is in use. Set PORT to a free one, or stop what’s using it.`,
  )
})

test('serves under its name and under localhost until a signal', async () => {
  const { made, ended, ready } = start({ PORT: '0' })
  const url = new URL(await ready)
  expect(url.hostname).toBe('app.billfold.localhost')
  const answer = await fetch(`http://127.0.0.1:${url.port}/`, { headers: { host: url.host } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
  expect(await answer.text()).toContain('<div id="page">')
  made.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})
