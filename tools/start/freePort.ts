import { isFree, portsFrom } from './ports.ts'

/** A free port: for tests, which never use fixed ones. Below the range from which the system assigns ports. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 25_000 + Math.floor(Math.random() * 7_000)
    if (await isFree(port)) return port
  }
}

/** Bases with all of a stack's ports free above them, far enough apart to run side by side. */
export async function freePortBases(count: number): Promise<number[]> {
  const bases: number[] = []
  while (bases.length < count) {
    // Below that range too, and in steps wider than a stack.
    const base = 10_000 + 50 * Math.floor(Math.random() * 300)
    if (bases.includes(base)) continue
    const free = await Promise.all(Object.values(portsFrom(base)).flat().map(isFree))
    if (free.every(Boolean)) bases.push(base)
  }
  return bases
}
