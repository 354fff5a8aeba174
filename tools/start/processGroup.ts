import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends whatever is left of a process group: as Ctrl-C would, then, after the given patience, for good. */
export async function endGroup(group: number, patienceMs: number): Promise<void> {
  for (const [signal, patience] of [['SIGINT', patienceMs] as const, ['SIGKILL', 2_000] as const]) {
    if (!isGroupAlive(group)) return
    signalGroup(group, signal)
    const until = Date.now() + patience
    while (Date.now() < until && isGroupAlive(group)) await sleep(20)
  }
}

/** Sends a signal to all of a group; a group that is gone is fine. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Whether a group has a living member. A zombie counts for kill(2), but it holds no port and no file. */
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
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      // The name in brackets may hold anything; the fields after it are state, parent and group.
      const [state, , member] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(member) === group && state !== 'Z' && state !== 'X'
    } catch {
      return false // it ended while we looked
    }
  })
}
