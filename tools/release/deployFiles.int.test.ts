import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { locateProgram, programs } from '../test/findProgram.ts'
import { apps } from './apps.ts'

const root = resolve(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')
const folder = mkdtempSync(join(tmpdir(), 'billfold-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')
const files = (readdirSync(deploy, { recursive: true }) as string[]).sort()
const named = (ending: string) => files.filter((path) => path.endsWith(ending))
const portOf = (name: string) => apps.find((app) => app.name === name)?.port

const caddy = await locateProgram(programs.caddy)
const analyze = await locateProgram(programs.systemd)

describe.each(named('compose.yaml'))('%s', (path) => {
  // Each service of ours, from its name to the next one.
  const services = read(path)
    .split(/^ {2}(?=[a-z]+:\n)/m)
    .filter((text) => /image: billfold\//.test(text))

  it('runs images of the release on their ports, with no right that they do without', () => {
    expect(services.length).toBeGreaterThan(0)
    const shared = /x-app: &app\n((?: {2}.*\n)+)/.exec(read(path))?.[1] ?? ''
    for (const text of services) {
      const name = /image: billfold\/(\w+):\$\{BILLFOLD_VERSION/.exec(text)?.[1] ?? ''
      if (!text.includes('command:')) expect(Number(/PORT: "(\d+)"/.exec(text)?.[1]), name).toBe(portOf(name))
      const whole = text.includes('<<: *app') ? shared + text : text
      for (const line of [
        'read_only: true',
        'user: "10001:10001"',
        'cap_drop: [ALL]',
        'no-new-privileges:true',
        'pull_policy: never',
      ])
        expect(whole, name).toContain(line)
      // Only the proxy is reachable from outside.
      expect(whole).not.toContain('ports:')
    }
  })

  it('proxies to the services that it has', () => {
    const upstreams = [...read(path).matchAll(/^ {6}[A-Z]+: ([a-z]+):(\d+)$/gm)]
    expect(upstreams.length).toBe(services.filter((text) => !text.includes('command:')).length)
    for (const [, name = '', port] of upstreams) expect(Number(port)).toBe(portOf(name))
  })
})

it('gives the frame neither the settings with secrets nor a way to the database', () => {
  const [, text = ''] = /^ {2}frame:\n((?: {4}.*\n)+)/m.exec(read('one-server/compose.yaml')) ?? []
  expect(text).toContain('networks: [front]')
  expect(text).not.toMatch(/env_file|volumes|DATABASE/)
  const unit = read('one-server/systemd/billfold-frame.service')
  expect(unit).toContain('DynamicUser=yes')
  expect(unit).not.toMatch(/^EnvironmentFile=.*settings\.env/m)
})

describe.each(named('.service'))('%s', (path) => {
  it('starts a program of the release on its port', () => {
    const [, name = '', entry = '', job] =
      /^ExecStart=\/opt\/billfold\/(\w+)\/bin\/node \/opt\/billfold\/\1\/app\/(\w+)\.js( migrate)?$/m.exec(
        read(path),
      ) ?? []
    expect(Object.keys(apps.find((app) => app.name === name)?.entries ?? {})).toContain(entry)
    if (job) expect(read(path)).toContain('Type=oneshot')
    else expect(Number(/PORT=(\d+)/.exec(read(path))?.[1])).toBe(portOf(name))
  })

  it.skipIf(!analyze)('is valid, and exposes little', () => {
    // The programs that it starts, so that only the unit can be wrong.
    const [, binary = ''] = /^ExecStart=(\S+)/m.exec(read(path)) ?? []
    mkdirSync(join(folder, binary, '..'), { recursive: true })
    writeFileSync(join(folder, binary), '', { mode: 0o755 })
    const unit = join(folder, path.split('/').at(-1)!)
    writeFileSync(unit, read(path).replace(`ExecStart=${binary}`, `ExecStart=${join(folder, binary)}`))
    const run = (...args: string[]) =>
      execFileSync(analyze!, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    expect(run('verify', '--man=no', unit)).toBe('')
    // systemd's own measure, from 0 to 100; an ordinary service has 96.
    run('security', '--offline=true', '--threshold=25', unit)
  })
})

describe.each(named('Caddyfile'))('%s', (path) => {
  it.skipIf(!caddy)('is valid, and written as caddy writes it', () => {
    const hosts = { DOMAIN: 'example.com', GUARDIAN: 'guardian.example.org' }
    const upstreams = { API: '10.0.0.11:4102 10.0.0.12:4102', RELAY: '10.0.0.21:4103', FRAME: '10.0.0.11:4101' }
    const env = { ...process.env, ...hosts, ...upstreams, XDG_DATA_HOME: folder }
    const run = (...args: string[]) =>
      execFileSync(caddy!, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })
    run('validate', '--adapter', 'caddyfile', '--config', join(deploy, path))
    expect(run('fmt', join(deploy, path)).trim()).toBe(read(path).trim())
  })
})
