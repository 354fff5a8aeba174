import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 120_000

/** Waits until `read` returns what is expected, and otherwise throws with its last value. `expect.poll` works in tests only, not in what sets them up. */
export async function waitFor(expected: unknown, read: () => unknown): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(100)) {
    const value = await read()
    if (value === expected) return
    if (Date.now() > deadline) throw new Error(`Expected ${expected}, and it was still ${value}.`)
  }
}
