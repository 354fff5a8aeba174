import { createServer } from 'node:net'
import { isFree, portsFrom } from './ports.ts'

/** A port nobody listens on now: for tests, which never use fixed ones. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Bases with all of a stack's ports free above them, far enough from each other to run side by side. */
export async function freePortBases(count: number): Promise<number[]> {
  const bases: number[] = []
  while (bases.length < count) {
    // Below the range from which the system hands out ports to everybody else, and in steps wider than a stack.
    const base = 10_000 + 50 * Math.floor(Math.random() * 300)
    if (bases.includes(base)) continue
    const free = await Promise.all(Object.values(portsFrom(base)).flat().map(isFree))
    if (free.every(Boolean)) bases.push(base)
  }
  return bases
}

/** A base with all of a stack's ports free above it. */
export async function freePortBase(): Promise<number> {
  const [base] = await freePortBases(1)
  return base!
}
