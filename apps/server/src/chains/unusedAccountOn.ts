import { createHash } from 'node:crypto'
import { encodeBase58 } from '@billfold/protocol/base58'
import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import type { Namespace } from '@billfold/protocol/caip'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import type { ServerChain } from './serverChain.ts'

// No one has its key, and it was never used.
const bytes = createHash('sha256').update('Billfold: nobody').digest()
const families: Readonly<Record<Namespace, (chain: Pick<ServerChain, 'id'>) => string>> = {
  eip155: () => `0x${bytes.subarray(0, 20).toString('hex')}`,
  solana: () => encodeBase58(bytes),
  polkadot: () => writePolkadotAddress({ prefix: 42, publicKey: bytes }),
  bip122: ({ id }) =>
    writeBitcoinAddress(Uint8Array.of(0, 20, ...bytes.subarray(0, 20)), bitcoinNetwork(id)?.realm ?? 'main')!,
}

/** An unused account of a chain: requests about it are cheap for everyone. */
export const unusedAccountOn = (chain: Pick<ServerChain, 'id' | 'namespace'>): string =>
  families[chain.namespace](chain)
