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

/** A base with all of a stack's ports free above it. */
export async function freePortBase(): Promise<number> {
  for (;;) {
    // Below the range from which the system hands out ports to everybody else.
    const base = 10_000 + Math.floor(Math.random() * 15_000)
    const free = await Promise.all(Object.values(portsFrom(base)).flat().map(isFree))
    if (free.every(Boolean)) return base
  }
}
