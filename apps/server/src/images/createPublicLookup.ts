import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { KitError } from '@billfold/protocol/error'
import { createGate } from '../limits/createGate.ts'

type Options = {
  /** Name servers, as `address` or `address:port`; the machine's own if absent. */
  servers?: readonly string[] | undefined
  /** For all addresses of one name. */
  deadlineMs?: number
  /** Concurrent names, of which a visitor has a share; more are queued. */
  atOnce?: number
  waiting?: number
}

/**
 * Resolves untrusted names by DNS only. The usual lookup runs on the thread pool, where twelve slow names delay every
 * other lookup: of nodes, of services, of the database.
 */
export function createPublicLookup({ servers, deadlineMs = 2_000, atOnce = 32, waiting = 256 }: Options = {}) {
  const gate = createGate({ atOnce, waiting })

  async function resolve(hostname: string): Promise<LookupAddress[]> {
    const resolver = new Resolver({ timeout: Math.ceil(deadlineMs / 2), tries: 2 })
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), deadlineMs)
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const addresses = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ]
      if (addresses.length === 0) throw new KitError('unavailable', { message: 'The host did not resolve in time.' })
      return addresses
    } finally {
      clearTimeout(timer)
    }
  }

  return ((hostname, { family }, done) => {
    gate('dns', () => resolve(hostname)).then(
      (addresses) =>
        done(
          null,
          addresses.filter((each) => !family || each.family === Number(`${family}`.replace('IPv', ''))),
        ),
      (error) => done(error, ''),
    )
  }) satisfies LookupFunction as LookupFunction
}
