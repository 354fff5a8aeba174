import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** Resident megabytes of each service. */
export type Memory = Record<string, number>

/** Timeout for a process to collect its garbage and return the pages. */
const settleMs = 1_500
const patienceMs = 60_000

/** Makes each process collect its garbage, and then reads its resident memory. */
export async function measureMemory(pids: Record<string, number>): Promise<Memory> {
  for (const pid of Object.values(pids)) process.kill(pid, 'SIGUSR2')
  await sleep(settleMs)
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, residentMegabytes(pid)]))
}

/**
 * Fails unless every process uses about as much as before: at most a fourth and 32 MB more, the size of newly compiled
 * code and an allocator's free lists. Waits for the attackers' leftovers: sockets time out, pools shrink.
 */
export async function expectMemoryBack(before: Memory, pids: Record<string, number>): Promise<Memory> {
  const until = Date.now() + patienceMs
  for (;;) {
    const after = await measureMemory(pids)
    const grown = Object.entries(after).filter(([name, now]) => now > (before[name] ?? 0) * 1.25 + 32)
    if (grown.length === 0) return after
    if (Date.now() > until) expect(Object.fromEntries(grown), `before: ${JSON.stringify(before)}`).toEqual({})
  }
}

/** A process with everything in its group: PostgreSQL and a chain are children of their starter. */
export function residentMegabytes(leader: number): number {
  let kilobytes = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${pid}/stat`)
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
    // Pss counts a shared page once; PostgreSQL's processes share most of theirs.
    if (group === leader) kilobytes += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
  }
  return Math.round(kilobytes / 1_024)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended since it was listed
  }
}
