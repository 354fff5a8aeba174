import { QueryClient } from '@tanstack/query-core'
import { retryAfterMs } from './api/retryAfterMs.ts'
import type { Kit } from './kit.ts'

/** What the kit knows of servers and chains, made for the first who asks. It brings query-core along: code that a resting page carries takes `loadQueries`. */
export function queriesOf(kit: Kit): QueryClient {
  // query-core waits between tries by itself; a list of wallets is not worth more than two.
  // A server that asks for patience gets it.
  const retryDelay = (_: number, e: unknown) => retryAfterMs(e) ?? 1_000
  kit.queries ??= new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay } } })
  return kit.queries
}
