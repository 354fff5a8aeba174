import { QueryClient } from '@tanstack/query-core'
import type { Kit } from './kit.ts'

/** What the kit knows of servers and chains, made for the first who asks. It brings query-core along: code that a resting page carries takes `loadQueries`. */
export function queriesOf(kit: Kit): QueryClient {
  // query-core waits between tries by itself; a list of wallets is not worth more than two.
  kit.queries ??= new QueryClient({ defaultOptions: { queries: { retry: 1 } } })
  return kit.queries
}
