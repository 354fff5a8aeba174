import { QueryClient } from '@tanstack/query-core'
import { retryAfterMs } from '../api/retryAfterMs.ts'
import type { Kit } from '../kit.ts'

/**
 * The kit's server and chain data, created on first use. Imports query-core: code on an idle page uses `loadQueries`.
 */
export function queriesOf(kit: Kit): QueryClient {
  kit.queries ??= createQueries(kit)
  return kit.queries
}

function createQueries(kit: Kit): QueryClient {
  // query-core has its own delay between retries; a list of wallets is worth no more than two. Respects a server's
  // `Retry-After`.
  const retryDelay = (_: number, e: unknown) => retryAfterMs(e) ?? 1_000
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay } } })
  // Refetches failed observed queries when the visitor or network returns. query-core would refetch all, with listeners
  // shared with a site's own copy.
  const again = () =>
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  const { events, onVisible } = kit.ports.page
  for (const type of ['online', 'focus']) events.addEventListener(type, again)
  const stopWatching = onVisible(again)
  kit.endWith(() => {
    for (const type of ['online', 'focus']) events.removeEventListener(type, again)
    stopWatching()
  })
  return queries
}
