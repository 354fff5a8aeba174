import { expect, test } from 'vitest'
import { findProgram, locateProgram, programs } from './findProgram.ts'

type Host = NonNullable<Parameters<typeof findProgram>[2]>
function host(more: Partial<Host> & { there: string[] }): Host {
  const { there, ...rest } = more
  return { env: {}, isRoot: false, isExecutable: (path) => there.includes(path), install: async () => false, ...rest }
}
const messages: string[] = []
const shell = '/usr/bin/chromium-headless-shell'
const find = (on: Host) => findProgram(programs.chromium, (line) => messages.push(line), on)

test('uses the named one, or rejects it by name', async () => {
  expect(await find(host({ there: ['/opt/c'], env: { CHROMIUM: '/opt/c' } }))).toBe('/opt/c')
  expect(await find(host({ there: ['/usr/bin/chromium'], env: { CHROMIUM: '/opt/c' } }))).toEqual({
    sentence: 'CHROMIUM is /opt/c, which isn’t executable.',
  })
})

test('uses Debian’s own, or installs it if allowed', async () => {
  const there = ['/usr/bin/apt-get']
  const install = async () => Boolean(there.push(shell))
  expect(await find(host({ there: ['/usr/bin/chromium', shell] }))).toBe(shell)
  expect(await find(host({ there, isRoot: true, install }))).toBe(shell)
  expect(messages.join()).toContain('Installing Debian’s chromium-headless-shell')
})

test('falls back to the second best if it may not or cannot install the best', async () => {
  for (const on of [
    host({ there: ['/usr/bin/chromium', '/usr/bin/apt-get'] }),
    host({ there: ['/usr/bin/chromium'], isRoot: true }),
    host({ there: ['/usr/bin/chromium', '/usr/bin/apt-get'], isRoot: true }),
  ])
    expect(await find(on)).toBe('/usr/bin/chromium')
})

test('explains in one sentence what to do if it may not or cannot install', async () => {
  for (const on of [
    host({ there: ['/usr/bin/apt-get'] }),
    host({ there: [], isRoot: true }),
    host({ there: ['/usr/bin/apt-get'], isRoot: true }),
  ])
    expect(await find(on)).toEqual({ sentence: expect.stringContaining('run apt-get install chromium-headless-shell') })
})

test('uses a program elsewhere on the PATH, and the best from anywhere before the second best', async () => {
  const there = ['/usr/bin/chromium', '/opt/brew/bin/chromium-headless-shell', '/opt/brew/bin/redis-server']
  const on = host({ there, env: { PATH: '/opt/brew/bin:/bin' } })
  expect(await find(on)).toBe('/opt/brew/bin/chromium-headless-shell')
  expect(await findProgram(programs.redis, () => {}, on)).toBe('/opt/brew/bin/redis-server')
})

test('each program has a variable and a package of its own', async () => {
  const there = ['/usr/bin/apt-get']
  const installed: string[] = []
  const install = async (name: string) => Boolean(installed.push(name) && there.push('/usr/bin/redis-server'))
  const on = host({ there, isRoot: true, install })
  expect(await findProgram(programs.redis, () => {}, on)).toBe('/usr/bin/redis-server')
  expect(installed).toEqual(['redis-server'])
})

test('looking for a program installs nothing', async () => {
  const there = ['/usr/bin/apt-get', '/usr/bin/firefox']
  const install = async () => {
    throw new Error('installed something')
  }
  const on = host({ there, isRoot: true, install })
  expect(await locateProgram(programs.firefox, on)).toBe('/usr/bin/firefox')
  expect(await locateProgram(programs.webkit, on)).toBeUndefined()
})
