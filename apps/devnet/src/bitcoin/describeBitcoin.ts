import type { DevnetBitcoin } from '@billfold/protocol/devnetManifest'
import { urlOf } from '../urlOf.ts'
import { deriveDevKeys } from './devKeys.ts'

/** The same first block on every local chain. */
export const genesisHash = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'

/** The manifest's entry for the Bitcoin chain, without asking the chain: its keys are the same at every start. */
export function describeBitcoin(host: string, port: number): DevnetBitcoin {
  const url = urlOf('http', host, port)
  return {
    id: genesisHash.slice(0, 32),
    genesisHash,
    name: 'Billfold Local Bitcoin',
    esploraUrl: url,
    faucetUrl: `${url}/faucet`,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    prices: { native: '90000' },
    accounts: deriveDevKeys(10).map(({ address, publicKey, privateKey }, index) => ({
      address,
      label: `Account ${index}`,
      publicKey: Buffer.from(publicKey).toString('hex'),
      privateKey: Buffer.from(privateKey).toString('hex'),
    })),
  }
}
