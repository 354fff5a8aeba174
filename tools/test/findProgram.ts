import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

const deadline = 10 * 60_000

/**
 * The programs of Debian's that tests need, best first, and the variable that may name another. The shell is the same
 * Chromium without a window: a page in it takes a fifth of the time that one with tabs and toolbars around it does.
 */
export const programs = {
  chromium: {
    variable: 'CHROMIUM',
    paths: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
    package: 'chromium-headless-shell',
    use: 'the browser tests',
  },
  redis: {
    variable: 'REDIS_SERVER',
    paths: ['/usr/bin/redis-server'],
    package: 'redis-server',
    use: 'the relay’s tests',
  },
} as const
export type Program = (typeof programs)[keyof typeof programs]

type Host = {
  env: NodeJS.ProcessEnv
  isRoot: boolean
  isExecutable: (path: string) => boolean
  install: (name: string) => Promise<boolean>
}

/** A program the tests need: the one its variable names, Debian's own, Debian's own after installing it where we may, or the second best. */
export async function findProgram(
  program: Program,
  say: (line: string) => void,
  host: Host = thisHost(),
): Promise<string | { sentence: string }> {
  const { variable, use } = program
  const [best, ...others] = program.paths
  const named = host.env[variable]
  if (named)
    return host.isExecutable(named)
      ? named
      : { sentence: `${variable} is ${named}, which is not a program that can be run.` }
  if (host.isExecutable(best)) return best
  const other = others.find((path) => host.isExecutable(path))
  const ask = `install the package ${program.package} (apt-get install ${program.package}), or set ${variable} to the path of one.`
  if (!host.isRoot || !host.isExecutable('/usr/bin/apt-get'))
    return other ?? { sentence: `${program.package} is needed for ${use}: ${ask}` }
  say(`Installing Debian’s ${program.package} for ${use} (apt-get) …`)
  if ((await host.install(program.package)) && host.isExecutable(best)) return best
  return other ?? { sentence: `Debian’s ${program.package} could not be installed: ${ask}` }
}

const thisHost = (): Host => ({
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false // not there, or not for us
    }
  },
  install: async (name) =>
    (await run('apt-get', ['update', '-qq'])) &&
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])),
})

function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: deadline })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
