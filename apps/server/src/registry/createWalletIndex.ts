import type { registryApi, Wallet } from '@billfold/protocol/api/registry'
import type { Input } from '@billfold/protocol/contract'

/** What `/getWallets` may ask for, without who asks. */
export type WalletFilter = Omit<Input<typeof registryApi, 'getWallets'>, 'projectId' | 'st' | 'sv' | 'clientId'>
/** All wallets that fit, counted, and one page of them. */
export type WalletPage = { data: Wallet[]; count: number }

type Entry = { wallet: Wallet; chains: ReadonlySet<string>; families: ReadonlySet<string>; folded: string }

/** Prepares wallets for queries: sorted once, names folded once. */
export function createWalletIndex(wallets: readonly Wallet[]): (filter: WalletFilter) => WalletPage {
  const entries: Entry[] = [...wallets].sort(byOrder).map((wallet) => ({
    wallet,
    chains: new Set(wallet.chains),
    families: new Set(wallet.chains?.map(familyOf)),
    folded: fold(wallet.name),
  }))
  const listed = new Set(wallets.flatMap(({ chains }) => chains ?? []))

  return ({ page = 1, entries: size = 40, chains, include, exclude, search, badge_type }) => {
    const networks = split(chains)
    // A network that no wallet lists is new or local: its family's wallets can add it.
    const families = new Set([...networks].filter((id) => !listed.has(id)).map(familyOf))
    const wanted = split(include)
    const unwanted = split(exclude)
    const fits = (e: Entry) =>
      (networks.size === 0 || meets(networks, e.chains) || meets(families, e.families)) &&
      (wanted.size === 0 || wanted.has(e.wallet.id)) &&
      !unwanted.has(e.wallet.id) &&
      (!badge_type || (e.wallet.badge_type ?? 'none') === badge_type)
    const matches = matching(entries.filter(fits), fold(search ?? ''))
    const start = (page - 1) * size
    return { data: matches.slice(start, start + size).map(({ wallet }) => wallet), count: matches.length }
  }
}

/** Names that begin with the text, then names that hold it; each in the order they had. */
function matching(entries: Entry[], text: string): Entry[] {
  if (text === '') return entries
  const held = entries.filter(({ folded }) => folded.includes(text))
  return [
    ...held.filter(({ folded }) => folded.startsWith(text)),
    ...held.filter(({ folded }) => !folded.startsWith(text)),
  ]
}

function byOrder(a: Wallet, b: Wallet): number {
  const order = (a.order ?? 0) - (b.order ?? 0)
  if (order !== 0) return order
  const [left, right] = [fold(a.name), fold(b.name)]
  return left < right ? -1 : left > right ? 1 : a.id < b.id ? -1 : 1
}

/** A name as people type it: no case, no accents, single spaces. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

const familyOf = (chain: string): string => chain.slice(0, chain.indexOf(':'))

const split = (list: string | undefined): Set<string> => new Set(list?.split(',').filter(Boolean))

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const item of a) if (b.has(item)) return true
  return false
}
