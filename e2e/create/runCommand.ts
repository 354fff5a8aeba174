import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)
const maxOutputBytes = 64 * 1024 * 1024

/** A newcomer's shell: no variable of the test run's own environment. */
function shell(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', CI: '1', npm_config_audit: 'false', npm_config_fund: 'false' }
}

/** Runs a line of the docs in a folder, to its end. */
export async function runLine(line: string, cwd: string): Promise<string> {
  const [program = '', ...words] = line.split(/\s+/)
  const { stdout } = await run(program, words, { cwd, env: shell(), maxBuffer: maxOutputBytes })
  return stdout
}

type Started = { cpuSeconds(): number; stop(): Promise<void> }

/** Starts a long-running command, and waits until its address responds. */
export async function startLine(line: string, cwd: string, url: string): Promise<Started> {
  const [program = '', ...words] = line.split(/\s+/)
  const child = spawn(program, words, { cwd, env: shell(), detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const stop = () => stopGroup(child)
  try {
    await answers(url, () => (child.exitCode === null ? undefined : `${line} ended:\n${output}`))
  } catch (e) {
    await stop()
    throw new Error(`${(e as Error).message}\n${output}`)
  }
  return { cpuSeconds: () => cpuOfGroup(child.pid), stop }
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGTERM')
  await ended
}

async function answers(url: string, ended: () => string | undefined): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const why = ended()
    if (why) throw new Error(why)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not respond`)
}

/** A free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** CPU time of all ended commands of this process, children included; zero if there is no /proc. */
export const cpuSeconds = (): number => readTimes('self').ended

/** CPU time of a running line: of every process in its group, and of those that ended there. */
function cpuOfGroup(group: number | undefined): number {
  const pids = existsSync('/proc/self') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const all = pids.map(readTimes).filter((times) => times.group === group)
  return all.reduce((sum, { own, ended }) => sum + own + ended, 0)
}

function readTimes(pid: string): { group: number; own: number; ended: number } {
  try {
    const [, , group = 0, ...rest] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(8)
    return { group, own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 }
  } catch {
    return { group: 0, own: 0, ended: 0 } // it ended meanwhile, or this is not Linux
  }
}
