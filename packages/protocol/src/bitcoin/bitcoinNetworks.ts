import type { BitcoinRealm } from './readBitcoinAddress.ts'

export type BitcoinNetwork = {
  /** Half of its first block's hash, which CAIP-2 calls it by. */
  id: `bip122:${string}`
  realm: BitcoinRealm
  /** In the Wallet Standard, in sats-connect's words, in Leather's and in UniSat's. */
  names: { standard: `bitcoin:${string}`; sats: string; leather: string; unisat: string }
}

/** The Bitcoin networks, and wallets' names for them; if a realm has several, addresses are attributed to the first. */
export const bitcoinNetworks: readonly BitcoinNetwork[] = [
  {
    id: 'bip122:000000000019d6689c085ae165831e93',
    realm: 'main',
    names: { standard: 'bitcoin:mainnet', sats: 'Mainnet', leather: 'mainnet', unisat: 'BITCOIN_MAINNET' },
  },
  {
    id: 'bip122:000000000933ea01ad0ee984209779ba',
    realm: 'test',
    names: { standard: 'bitcoin:testnet', sats: 'Testnet', leather: 'testnet', unisat: 'BITCOIN_TESTNET' },
  },
  {
    id: 'bip122:00000000da84f2bafbbc53dee25a72ae',
    realm: 'test',
    names: { standard: 'bitcoin:testnet4', sats: 'Testnet4', leather: 'testnet4', unisat: 'BITCOIN_TESTNET4' },
  },
  {
    id: 'bip122:00000008819873e925422c1ff0f99f7c',
    realm: 'test',
    names: { standard: 'bitcoin:signet', sats: 'Signet', leather: 'signet', unisat: 'BITCOIN_SIGNET' },
  },
  {
    id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    realm: 'regtest',
    names: { standard: 'bitcoin:regtest', sats: 'Regtest', leather: 'devnet', unisat: 'BITCOIN_REGTEST' },
  },
]

export const bitcoinNetwork = (id: string): BitcoinNetwork | undefined =>
  bitcoinNetworks.find((network) => network.id === id)
