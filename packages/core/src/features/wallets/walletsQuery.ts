import type { Wallet } from '@billfold/protocol/api/registry'
import type { Kit } from '../../kit.ts'
import { requestedNetworks } from '../../model/findNetwork.ts'

export const pageSize = 40
export const searchSize = 100
export const recommendedSize = 4
export const searchMinimumMs = 300

const staleTime = 5 * 60_000
type Context = { signal: AbortSignal }

/** The chains that wallets must support: the site's, limited to the modal's family filter. */
export const chainsOf = (kit: Kit): string =>
  requestedNetworks(kit.store.get(), kit.store.get().modal.namespace)
    .map((n) => n.networkId)
    .join(',')

const listed = (ids: readonly string[]) => (ids.length > 0 ? ids.join(',') : undefined)
const given = <T extends object>(query: T) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

async function ask(kit: Kit, query: Partial<Parameters<Kit['api']['getWallets']>[0]>, signal: AbortSignal) {
  const answer = await kit.api.getWallets({ page: 1, ...query }, signal)
  kit.store.send({ type: 'wallets/listed', wallets: answer.data })
  return answer
}

/** The site's featured wallets, in its order. */
export const featuredWalletsQuery = (kit: Kit) => {
  const ids = kit.options.featuredWalletIds
  return {
    queryKey: ['wallets', 'featured', ids] as const,
    enabled: ids.length > 0,
    staleTime,
    queryFn: async ({ signal }: Context): Promise<readonly Wallet[]> =>
      (await named(kit, ids, signal)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  }
}

/** A few wallets for newcomers, and the total number. */
export const recommendedWalletsQuery = (kit: Kit) => {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = kit.options
  const query = given({
    chains: chainsOf(kit) || undefined,
    include: listed(includeWalletIds),
    exclude: listed([...excludeWalletIds, ...featuredWalletIds]),
  })
  return {
    queryKey: ['wallets', 'recommended', query] as const,
    staleTime,
    queryFn: ({ signal }: Context) => ask(kit, { entries: recommendedSize, ...query }, signal),
  }
}

/** All wallets except the featured, in pages of 40; `certified` limits them to those with the badge. */
export const walletsQuery = (kit: Kit, { certified }: { certified: boolean }) => {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = kit.options
  const query = given({
    chains: chainsOf(kit) || undefined,
    include: listed(includeWalletIds),
    exclude: listed([...excludeWalletIds, ...featuredWalletIds]),
    badge_type: certified ? ('certified' as const) : undefined,
  })
  return {
    queryKey: ['wallets', 'pages', query] as const,
    staleTime,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }: Context & { pageParam: number }) =>
      ask(kit, { page: pageParam, entries: pageSize, ...query }, signal),
    /** The next page, while fewer than the total are loaded. */
    getNextPageParam: (last: { data: readonly Wallet[]; count: number }, pages: readonly unknown[]) =>
      last.data.length > 0 && pages.length * pageSize < last.count ? pages.length + 1 : undefined,
  }
}

/** Up to 100 wallets by name; takes at least 300 ms, so that the list does not flicker. */
export const walletSearchQuery = (kit: Kit, { search, certified }: { search: string; certified: boolean }) => {
  const { includeWalletIds, excludeWalletIds } = kit.options
  const query = given({
    search: search.trim().slice(0, 200),
    chains: chainsOf(kit) || undefined,
    include: listed(includeWalletIds),
    exclude: listed(excludeWalletIds),
    badge_type: certified ? ('certified' as const) : undefined,
  })
  return {
    queryKey: ['wallets', 'search', query] as const,
    staleTime,
    queryFn: async ({ signal }: Context): Promise<readonly Wallet[]> => {
      const wait = new Promise<void>((done) => kit.ports.clock.after(searchMinimumMs, done))
      kit.store.send({ type: 'wallet/searched', search: search.trim(), badge: certified })
      const [{ data }] = await Promise.all([ask(kit, { entries: searchSize, ...query }, signal), wait])
      return data
    },
  }
}

/** The site's excluded wallets, to recognize installed ones. */
export const excludedWalletsQuery = (kit: Kit) => {
  const ids = kit.options.excludeWalletIds
  return {
    queryKey: ['wallets', 'excluded', ids] as const,
    enabled: ids.length > 0,
    staleTime,
    queryFn: ({ signal }: Context) => named(kit, ids, signal),
  }
}

/** Wallets by id; makes no request without ids. */
async function named(kit: Kit, ids: readonly string[], signal: AbortSignal): Promise<readonly Wallet[]> {
  if (ids.length === 0) return []
  return (await ask(kit, { entries: Math.min(ids.length, 100), include: ids.join(',') }, signal)).data
}
