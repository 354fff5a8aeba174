import type { DevnetPolkadot } from '@billfold/protocol/devnetManifest'
import { urlOf } from '../urlOf.ts'
import { deriveDevKeys } from './devKeys.ts'
import { existentialDeposit, polkadotAssets, ss58Prefix } from './polkadotAssets.ts'

/**
 * The hash of what Chopsticks calls block 0: unlike any real network's, so that its coins cannot be mistaken for real
 * money.
 */
export const genesisHash = `0x${'45'.repeat(32)}`

export const nativeCurrency = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
export const devKeys = deriveDevKeys(10)

/**
 * The manifest's entry for the Polkadot chain, without asking the chain: keys and assets are the same at every start.
 */
export function describePolkadot(host: string, port: number): DevnetPolkadot {
  const rpcUrl = urlOf('http', host, port)
  return {
    id: genesisHash.slice(2, 34),
    genesisHash,
    name: 'Billfold Local Polkadot',
    rpcUrl,
    wsUrl: urlOf('ws', host, port),
    faucetUrl: `${rpcUrl}/faucet`,
    nativeCurrency,
    // The tickets have no market.
    prices: { native: '4', 1984: '1' },
    ss58Prefix,
    existentialDeposit: String(existentialDeposit),
    assets: polkadotAssets.map(({ minBalance, ...asset }) => ({ ...asset, minBalance: String(minBalance) })),
    accounts: devKeys.map(({ address, seed }, index) => ({
      address,
      label: `Account ${index}`,
      seed: `0x${Buffer.from(seed).toString('hex')}`,
    })),
  }
}
