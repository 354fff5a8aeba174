import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

const usual = '/usr/bin/chromium'
const deadline = 10 * 60_000

type Host = {
  env: NodeJS.ProcessEnv
  isRoot: boolean
  isExecutable: (path: string) => boolean
  install: () => Promise<boolean>
}

/** The browser for the journeys: the one named in CHROMIUM, Debian's own, or Debian's own after installing it where we may. */
export async function findChromium(
  say: (line: string) => void,
  host: Host = thisHost(),
): Promise<string | { sentence: string }> {
  const named = host.env.CHROMIUM
  if (named)
    return host.isExecutable(named)
      ? named
      : { sentence: `CHROMIUM is ${named}, which is not a program that can be run.` }
  if (host.isExecutable(usual)) return usual
  const ask = 'install the package chromium (apt-get install chromium), or set CHROMIUM to the path of one.'
  if (!host.isRoot || !host.isExecutable('/usr/bin/apt-get')) return { sentence: `The tests need a Chromium: ${ask}` }
  say('Installing Debian’s chromium for the browser tests (apt-get) …')
  if ((await host.install()) && host.isExecutable(usual)) return usual
  return { sentence: `Debian’s chromium could not be installed: ${ask}` }
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
  install: async () =>
    (await run('apt-get', ['update', '-qq'])) &&
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])),
})

function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: deadline })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
