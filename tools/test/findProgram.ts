import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { withLock } from '../setup/withLock.mjs'

const deadline = 10 * 60_000
const root = resolve(import.meta.dirname, '../..')

/**
 * The programs that tests, benchmarks and pictures need: their names, best first, the variable that may name another,
 * and the Debian package with the best. The shell is the same Chromium without a window: a page in it takes a fifth of
 * the time that one with tabs and toolbars around it does.
 */
export const programs = {
  chromium: {
    variable: 'CHROMIUM',
    names: ['chromium-headless-shell', 'chromium'],
    package: 'chromium-headless-shell',
    use: 'browser tests, benchmarks and pictures',
  },
  redis: {
    variable: 'REDIS_SERVER',
    names: ['redis-server'],
    package: 'redis-server',
    use: 'the relay’s tests and benchmark',
  },
  firefox: {
    variable: 'FIREFOX',
    names: ['firefox-esr', 'firefox'],
    package: 'firefox-esr',
    use: 'journeys in Firefox',
  },
  webkit: {
    variable: 'WEBKIT_DRIVER',
    names: ['WebKitWebDriver'],
    package: 'webkit2gtk-driver',
    use: 'journeys in WebKit',
  },
  display: {
    variable: 'XVFB',
    names: ['Xvfb'],
    package: 'xvfb',
    use: 'journeys in WebKit',
  },
  caddy: { variable: 'CADDY', names: ['caddy'], package: 'caddy', use: 'validating Caddyfiles' },
  systemd: { variable: 'SYSTEMD_ANALYZE', names: ['systemd-analyze'], package: 'systemd', use: 'validating units' },
  buildah: { variable: 'BUILDAH', names: ['buildah'], package: 'buildah', use: 'loading the release’s images' },
  debootstrap: {
    variable: 'DEBOOTSTRAP',
    names: ['debootstrap'],
    package: 'debootstrap',
    use: 'following docs/deploy.md in an empty root directory',
  },
  kubectl: { variable: 'KUBECTL', names: ['kubectl'], package: 'kubernetes-client', use: 'building Kustomize files' },
  emulator: {
    variable: 'QEMU_ARM64',
    names: ['qemu-aarch64-static', 'qemu-aarch64'],
    package: 'qemu-user-static',
    use: 'running images for arm64',
  },
} as const
export type ProgramName = keyof typeof programs
export type Program = (typeof programs)[ProgramName]

type Host = {
  env: NodeJS.ProcessEnv
  isRoot: boolean
  isExecutable: (path: string) => boolean
  install: (name: string) => Promise<boolean>
}

/**
 * A program: the one that its variable names, the system's best, that one after installing it if allowed, or the second
 * best.
 */
export async function findProgram(
  program: Program,
  say: (line: string) => void,
  host: Host = thisHost(),
): Promise<string | { sentence: string }> {
  const { variable, use } = program
  const [best, ...others] = program.names
  const named = host.env[variable]
  if (named) return host.isExecutable(named) ? named : { sentence: `${variable} is ${named}, which isn’t executable.` }
  const folders = [...(host.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  const search = (name: string) => folders.map((folder) => join(folder, name)).find(host.isExecutable)
  const there = search(best)
  if (there) return there
  const other = others.map(search).find((path) => path !== undefined)
  const ask = `run apt-get install ${program.package}, or set ${variable} to its path.`
  if (!host.isRoot || !host.isExecutable('/usr/bin/apt-get'))
    return other ?? { sentence: `${program.package} is needed for ${use}: ${ask}` }
  say(`Installing Debian’s ${program.package} for ${use} (apt-get) …`)
  const installed = (await host.install(program.package)) ? search(best) : undefined
  return installed ?? other ?? { sentence: `Couldn’t install Debian’s ${program.package}: ${ask}` }
}

/** A program's path if it exists already; installs nothing. */
export async function locateProgram(program: Program, host: Host = thisHost()): Promise<string | undefined> {
  const path = await findProgram(program, () => {}, { ...host, isRoot: false })
  return typeof path === 'string' ? path : undefined
}

const thisHost = (): Host => ({
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false // missing, or not executable
    }
  },
  // Test files run side by side, and apt-get allows only one instance of itself.
  install: (name) =>
    withLock(
      join(root, '.billfold', 'programs.lock'),
      () => {},
      async () =>
        (await run('apt-get', ['update', '-qq'])) &&
        (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])),
    ),
})

function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((done) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: deadline })
    child.once('error', () => done(false))
    child.once('close', (code) => done(code === 0))
  })
}
