import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestRedis } from '@billfold/server/test/startTestRedis'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openAlone } from './openAlone.ts'
import { openInspected } from './openInspected.ts'

// Here, because only a benchmark may import every one of them.
test.each([
  ['tests', 'CHROMIUM', launchChromium],
  ['benchmarks', 'CHROMIUM', openInspected],
  ['benchmarks that inspect nothing', 'CHROMIUM', openAlone],
  ['tests and benchmarks of the relay', 'REDIS_SERVER', startTestRedis],
] as const)('%s start the program that %s names', async (_, variable, start) => {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-program-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'program')
  await writeFile(program, '#!/bin/sh\necho > "$0.began"\necho ws://127.0.0.1:1/ >&2\nexit 7\n')
  await chmod(program, 0o755)
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TMPDIR', folder)
  vi.stubEnv(variable, program)
  await expect(start()).rejects.toThrow()
  await access(`${program}.began`)
  vi.stubEnv(variable, join(folder, 'missing'))
  await expect(start()).rejects.toThrow(`${variable} is ${join(folder, 'missing')}, which isn’t executable.`)
})

test('stops a browser’s children with its script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-program-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  onTestFinished(() => void vi.unstubAllEnvs())
  const program = join(folder, 'program')
  await writeFile(program, '#!/bin/sh\nsleep 300 &\necho $! > "$0.child"\necho ws://127.0.0.1:1/ >&2\nwait\n')
  await chmod(program, 0o755)
  vi.stubEnv('TMPDIR', folder)
  vi.stubEnv('CHROMIUM', program)
  await expect(openAlone()).rejects.toThrow('Chromium closed its door')
  const child = Number(await readFile(`${program}.child`, 'utf8'))
  expect(child).toBeGreaterThan(1)
  await expect.poll(() => isRunning(child)).toBe(false)
})

/** A zombie process does not count. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat !== undefined && !/\) [ZX] /.test(stat)
}
