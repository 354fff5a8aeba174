import type { WalletIdentity } from '@billfold/protocol/knownWallets'

/** Identity of a connector or an external wallet. */
export type Identity = {
  [K in 'id' | 'rdns' | 'name' | 'explorerId' | 'type' | 'namespace']?: string | null | undefined
}

/** MetaMask uses another rdns on mobile. */
const plainRdns = (rdns: string) => rdns.replace(/^(io\.metamask)\.mobile$/, '$1')
/** Some families' wallets omit the word. */
const plainName = (name: string) => name.replace(/ Wallet$/, '')

const isInjectedAs = ({ id, namespace }: Identity, { injected }: WalletIdentity): boolean =>
  id !== undefined && (injected ?? []).some((own) => own.namespace === namespace && own.injected_id === id)

/**
 * Whether a connector or an external wallet is this registry wallet: by its registry id, otherwise by rdns, by its key
 * in the family's window object, or by name if either has no rdns, as in the Wallet Standard. A nameless wallet matches
 * none.
 */
export const isWalletOf = (one: Identity, wallet: WalletIdentity): boolean =>
  one.explorerId === wallet.id ||
  one.id === wallet.id ||
  isInjectedAs(one, wallet) ||
  (one.rdns && wallet.rdns
    ? plainRdns(one.rdns) === plainRdns(wallet.rdns)
    : one.type !== 'INJECTED' && plainName(one.name ?? '') === plainName(wallet.name))
