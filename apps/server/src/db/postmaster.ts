import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../process/startupError.ts'

/**
 * Deals with what an earlier run left in a data directory: stops a PostgreSQL whose supervisor was killed, forgets one that
 * is gone, and refuses to touch one that still has its supervisor.
 */
export async function stopOrphan(dataDir: string, say: (line: string) => void): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid')
  const pid = readPid(lock)
  if (!pid) return
  const info = describe(pid)
  if (info.state === 'Z' || !info.command.includes(`postgres -D ${dataDir} `)) {
    disown(lock)
    return
  }
  const supervisor = Number(/cluster_name=billfold-(\d+)/.exec(info.command)?.[1])
  // An orphan is given another parent; one whose parent is still the process that started it is someone's.
  if (info.parent === supervisor)
    throw new StartupError(
      `The database in ${dataDir} is already running under process ${supervisor}: stop that one first.`,
    )
  say(`database: stopping process ${pid}, left behind by an earlier run`)
  await stopProcess(pid, () => !isAlive(pid))
}

/**
 * Makes a dead server's lock one that PostgreSQL takes over. It refuses while the number in it names any process, be it a
 * zombie or (usual after a container restarts) another program; but a number that is its own parent's it knows to be old.
 * The rest of the file stays, so PostgreSQL still checks that no child of the dead server holds its memory.
 */
function disown(lock: string) {
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(process.pid)))
}

/** Setting that tells a later run which process this server belongs to. */
export const clusterName = () => `billfold-${process.pid}`

/** Fast shutdown first (sessions end, nothing is lost), then harder: recovery at the next start repairs what that leaves. */
export async function stopProcess(pid: number, isGone: () => boolean): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 8_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    if (isGone()) return
    try {
      process.kill(pid, signal)
    } catch {
      return // it went between the look and the signal
    }
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      if (isGone()) return
      await sleep(20)
    }
  }
  throw new StartupError(`Database process ${pid} did not stop. Kill it manually.`)
}

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM'
  }
  return describe(pid).state !== 'Z'
}

function readPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return pid > 0 ? pid : undefined
}

function describe(pid: number): { command: string; parent: number; state: string } {
  if (existsSync('/proc/self/stat')) return describeLinux(pid)
  const ps = spawnSync('ps', ['-o', 'ppid=,stat=,command=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 })
  const [, parent = '0', state = '', command = ''] = /^\s*(\d+)\s+(\S)\S*\s+(.*)/.exec(ps.stdout ?? '') ?? []
  return { command, parent: Number(parent), state }
}

function describeLinux(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may hold anything, brackets too.
    const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { command, parent: Number(parent), state }
  } catch {
    return { command: '', parent: 0, state: 'Z' } // it ended while we read
  }
}
