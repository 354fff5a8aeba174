import type { Kit } from '../../kit.ts'
import { requestedNamespaces } from '../../model/findNetwork.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { analyticsConfigQuery } from '../analytics/analyticsConfigQuery.ts'
import { excludedWalletsQuery, featuredWalletsQuery, recommendedWalletsQuery } from './walletsQuery.ts'

/** Prefetches data of the first views. Only after the visitor acts; ignores a server that is down. */
export function prefetch(kit: Kit, { connected }: { connected: boolean }): void {
  const queries = queriesOf(kit)
  for (const namespace of requestedNamespaces(kit.store.get())) void kit.chains[namespace]?.().catch(() => undefined)
  for (const connector of kit.connectors.all()) connector.prepare?.()
  if (kit.options.features.analytics) void queries.prefetchQuery(analyticsConfigQuery(kit))
  if (connected || !kit.options.enableWallets) return
  // Preloaded before a wallet is tapped: a phone opens an app only within the gesture.
  void import('./redirectTo.ts').catch(() => undefined)
  void queries.prefetchQuery(recommendedWalletsQuery(kit))
  if (kit.options.featuredWalletIds.length > 0) void queries.prefetchQuery(featuredWalletsQuery(kit))
  if (kit.options.excludeWalletIds.length > 0) void queries.prefetchQuery(excludedWalletsQuery(kit))
}
