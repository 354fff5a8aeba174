import { QueryClient } from '@tanstack/query-core'
import { retryAfterMs } from './api/retryAfterMs.ts'
import type { Kit } from './kit.ts'

/** What the kit knows of servers and chains, made for the first who asks. It brings query-core along: code that a resting page carries takes `loadQueries`. */
export function queriesOf(kit: Kit): QueryClient {
  kit.queries ??= createQueries(kit)
  return kit.queries
}

function createQueries(kit: Kit): QueryClient {
  // query-core waits between tries by itself; a list of wallets is not worth more than two.
  // A server that asks for patience gets it.
  const retryDelay = (_: number, e: unknown) => retryAfterMs(e) ?? 1_000
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay } } })
  // What failed and is looked at is asked again when the visitor or the network comes back. query-core would do that for
  // everything, with listeners that it shares with a site's own copy.
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
