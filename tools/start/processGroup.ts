import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends the rest of a process group: first as Ctrl-C does, then, after the grace period, with SIGKILL. */
export async function endGroup(group: number, patienceMs: number): Promise<void> {
  for (const [signal, patience] of [['SIGINT', patienceMs] as const, ['SIGKILL', 2_000] as const]) {
    if (!isGroupAlive(group)) return
    signalGroup(group, signal)
    const until = Date.now() + patience
    while (Date.now() < until && isGroupAlive(group)) await sleep(20)
  }
}

/** Sends a signal to all of a group; ignores a group that is gone. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Whether a group has a living member; a zombie counts as one for kill(2). */
export function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const { group: member, isLiving } = readStat(readFileSync(`/proc/${entry}/stat`, 'utf8'))
      return member === group && isLiving
    } catch {
      return false // it ended meanwhile
    }
  })
}

/**
 * A process's status on Linux. A zombie holds no port and no file, unless it is only the first of several threads that
 * has ended: the others, still exiting, hold them.
 */
export function readStat(text: string): { group: number; isLiving: boolean } {
  // The name in brackets may hold anything; of the fields after it the first is the state, the third the group.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, , group] = fields
  const threads = Number(fields[17])
  return { group: Number(group), isLiving: (state !== 'Z' && state !== 'X') || threads > 1 }
}
