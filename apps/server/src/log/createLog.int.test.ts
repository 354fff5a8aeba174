import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const loud = fileURLToPath(new URL('../../test/loudProcess.ts', import.meta.url))
let child: ReturnType<typeof start> | undefined
afterEach(() => void child?.kill('SIGKILL'))

const start = () => spawn(process.execPath, [loud], { stdio: ['ignore', 'pipe', 'pipe'] })

it('keeps a process alive whose log no one reads, and lets it stop', async () => {
  child = start()
  const exited = once(child, 'exit')
  const [output] = (await once(child.stderr!.setEncoding('utf8'), 'data')) as [string]
  expect(output).toBe('alive\n')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

it('keeps a process alive whose log’s reader is gone, and lets it stop', async () => {
  child = start()
  child.stdout!.destroy()
  const exited = once(child, 'exit')
  const [output] = (await once(child.stderr!.setEncoding('utf8'), 'data')) as [string]
  expect(output).toBe('alive\n')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})
