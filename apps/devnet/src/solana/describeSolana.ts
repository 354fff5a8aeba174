import { createHash } from 'node:crypto'
import { encodeBase58 } from '@billfold/protocol/base58'
import type { DevnetSolana } from '@billfold/protocol/devnetManifest'
import { urlOf } from '../urlOf.ts'
import { solanaAccounts, solanaPrices, solanaTokens } from './solanaTokens.ts'

/** The chain's genesis hash: unlike any real network's, so that its coins cannot be mistaken for real money. */
export const genesisHash = encodeBase58(createHash('sha256').update('billfold devnet solana').digest())

/** The manifest's entry for the Solana chain, without asking the chain: keys and mints are the same at every start. */
export function describeSolana(host: string, port: number): DevnetSolana {
  const rpcUrl = urlOf('http', host, port)
  return {
    id: 'localnet',
    genesisHash,
    name: 'Billfold Local Solana',
    rpcUrl,
    wsUrl: urlOf('ws', host, port + 1),
    faucetUrl: `${rpcUrl}/faucet`,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    prices: solanaPrices,
    tokens: solanaTokens,
    accounts: solanaAccounts.map(({ address, privateKey }, index) => ({
      address,
      label: `Account ${index}`,
      privateKey,
    })),
  }
}
