import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { freePortBases } from './freePort.ts'

const tools = resolve(import.meta.dirname, '..')
const folders: string[] = []
let bases: number[] = []
beforeAll(async () => {
  bases = await freePortBases(runs.length)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A service with a child takes the site's place. */
const site = `
  import { spawn } from 'node:child_process'
  import { writeFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']).stdout.once('data', () =>
    createServer((_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1', () =>
      writeFileSync('service', String(process.pid))))
`
/** The code that starts the supervisor: this Node itself, or an older one that hands over to it. */
const starts = {
  itself: `import { begin } from './setup/begin.mjs'\nawait begin('start/main.ts')\n`,
  olderNode: `import { runUnder } from './setup/runUnder.mjs'\nrunUnder(process.execPath, new URL('start/main.ts', import.meta.url).pathname)\n`,
}

/** A checkout with nothing but the tools and that service. */
function checkout(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-npm-'))
  folders.push(folder)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const part of ['setup', 'start']) cpSync(join(tools, part), join(folder, 'tools', part), { recursive: true })
  write('tools/start.mjs', code)
  write('tools/catalogs/main.ts', '')
  write('apps/web/src/server/main.ts', site)
  const { start } = JSON.parse(readFileSync(join(tools, '../package.json'), 'utf8')).scripts
  write('package.json', JSON.stringify({ type: 'module', scripts: { start } }))
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) write(lock, '{ "packages": {} }')
  // A shell that stays until its command ends, even if the command uses exec.
  write('bin/sh', '#!/bin/sh\n/bin/sh "$@"\nexit $?\n')
  chmodSync(join(folder, 'bin/sh'), 0o755)
  return folder
}

function npmStart(folder: string, portBase: number, shell: string): ChildProcess {
  const { DATABASE_URL: _, BILLFOLD_LEASH: __, ...env } = process.env
  return spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...env,
      PATH: `${dirname(process.execPath)}${delimiter}${env.PATH}`,
      npm_config_script_shell: shell,
      npm_config_update_notifier: 'false',
      BILLFOLD_PORT: String(portBase),
      BILLFOLD_TEST: folder,
    },
    stdio: 'ignore',
    detached: true,
  })
}

/** Every process of this start, found by the environment it inherits. */
function alive(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`BILLFOLD_TEST=${folder}\0`))
        return []
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`]
    } catch {
      return [] // it ended meanwhile, or is not ours
    }
  })
}

/** The service's process, once it has written its id: the file exists before its content. */
const serviceIn = (folder: string): number => {
  const path = join(folder, 'service')
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
}

const parentOf = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

/** From npm down to the supervisor. */
function chainTo(service: number, npm: number): number[] {
  const chain: number[] = []
  for (let pid = parentOf(service); pid !== npm; pid = parentOf(pid)) chain.unshift(pid)
  return [npm, ...chain]
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // gone by itself
  }
}

/** The processes from npm down to the supervisor, and which of them the test kills. */
type Chain = {
  title: string
  code: string
  links: string[]
  killed: string[]
  signals: NodeJS.Signals[]
  staysInShell?: boolean
}
const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL']
const short = ['npm', 'supervisor']
const long = ['npm', 'launcher', 'supervisor']
const chains: Chain[] = [
  { title: 'under Node 24', code: starts.itself, links: short, killed: short, signals },
  // Other rows cover a process's reaction to a signal; this one, that the parent passes it on.
  { title: 'under an older Node', code: starts.olderNode, links: long, killed: long, signals: ['SIGINT', 'SIGKILL'] },
  {
    title: 'in a shell that stays',
    code: starts.itself,
    links: ['npm', 'shell', 'supervisor'],
    killed: ['npm', 'shell'],
    // It holds an interruption back until its command ends.
    signals: ['SIGTERM', 'SIGKILL'],
    staysInShell: true,
  },
]
const runs = chains
  .flatMap((chain) => chain.killed.flatMap((victim) => chain.signals.map((signal) => ({ ...chain, victim, signal }))))
  .map((run, index) => ({ ...run, index }))

describe.runIf(process.platform === 'linux').concurrent('npm start leaves nothing running', () => {
  test.for(runs)('$title, after $signal for the process of $victim', async (run, { expect }) => {
    const folder = checkout(run.code)
    const npm = npmStart(folder, bases[run.index]!, run.staysInShell ? join(folder, 'bin/sh') : '/bin/sh')
    try {
      await expect.poll(() => serviceIn(folder)).toBeGreaterThan(0)
      const chain = chainTo(serviceIn(folder), npm.pid!)
      expect(chain.length).toBe(run.links.length)
      process.kill(chain[run.links.indexOf(run.victim)]!, run.signal)
      await expect.poll(() => alive(folder)).toEqual([])
    } finally {
      for (const line of alive(folder)) end(Number.parseInt(line, 10))
    }
  })

  test('in the middle of the set-up, when its parent is killed', async ({ expect }) => {
    const folder = checkout(starts.itself)
    writeFileSync(join(folder, 'package-lock.json'), '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }')
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho > installing\nexec sleep 300\n', { mode: 0o755 })
    const { npm_execpath: _, ...env } = process.env
    const own = {
      PATH: [join(folder, 'bin'), dirname(process.execPath), env.PATH].join(delimiter),
      BILLFOLD_TEST: folder,
    }
    const shell = spawn('/bin/sh', ['-c', 'node tools/start.mjs; exit'], {
      cwd: folder,
      env: { ...env, ...own, npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    })
    try {
      await expect.poll(() => existsSync(join(folder, 'installing'))).toBe(true)
      shell.kill('SIGKILL')
      await expect.poll(() => alive(folder)).toEqual([])
    } finally {
      for (const line of alive(folder)) end(Number.parseInt(line, 10))
    }
  })
})

test('a failed start names the logs, and what to delete to start over', ({ expect }) => {
  const folder = checkout(starts.itself)
  rmSync(join(folder, 'apps'), { recursive: true })
  const { status, stdout } = spawnSync(process.execPath, ['tools/start.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout).toContain('✗')
  expect(stdout).toContain(`Logs are in ${join(folder, '.billfold/logs')}. To start from nothing, delete`)
})
