import type { WalletIdentity } from '@billfold/protocol/knownWallets'

/** What a connector, or a wallet from elsewhere, says of itself. */
export type Identity = {
  [K in 'id' | 'rdns' | 'name' | 'explorerId' | 'type' | 'namespace']?: string | null | undefined
}

/** On a phone MetaMask calls itself otherwise. */
const plainRdns = (rdns: string) => rdns.replace(/^(io\.metamask)\.mobile$/, '$1')
/** Some families' wallets leave the word out. */
const plainName = (name: string) => name.replace(/ Wallet$/, '')

const isInjectedAs = ({ id, namespace }: Identity, { injected }: WalletIdentity): boolean =>
  id !== undefined && (injected ?? []).some((own) => own.namespace === namespace && own.injected_id === id)

/**
 * Whether a connector, or a wallet from elsewhere, is this one of the registry: by its id there, else by its rdns, by what
 * it is called in its family's window object, and by its name where either has no rdns, as wallets of the Wallet Standard
 * do. A nameless one is no one's.
 */
export const isWalletOf = (one: Identity, wallet: WalletIdentity): boolean =>
  one.explorerId === wallet.id ||
  one.id === wallet.id ||
  isInjectedAs(one, wallet) ||
  (one.rdns && wallet.rdns
    ? plainRdns(one.rdns) === plainRdns(wallet.rdns)
    : one.type !== 'INJECTED' && plainName(one.name ?? '') === plainName(wallet.name))
