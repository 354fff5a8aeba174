import type { Wallet } from '@billfold/protocol/api/registry'

/** What says which wallet it is, of a connector or in the registry. */
type Identity = { [K in 'id' | 'rdns' | 'name' | 'explorerId' | 'type']?: string | null | undefined }

/** On a phone MetaMask calls itself otherwise. */
const plainRdns = (rdns: string) => rdns.replace(/^(io\.metamask)\.mobile$/, '$1')
/** Some families' wallets leave the word out. */
const plainName = (name: string) => name.replace(/ Wallet$/, '')

/**
 * Whether a connector, or a wallet from elsewhere, is this one of the registry: by its id there, else by its rdns, and by
 * its name where either has none, as wallets of the Wallet Standard do. A nameless one is nobody's.
 */
export const isWalletOf = (one: Identity, wallet: Pick<Wallet, 'id' | 'rdns' | 'name'>): boolean =>
  one.explorerId === wallet.id ||
  one.id === wallet.id ||
  (one.rdns && wallet.rdns
    ? plainRdns(one.rdns) === plainRdns(wallet.rdns)
    : one.type !== 'INJECTED' && plainName(one.name ?? '') === plainName(wallet.name))
