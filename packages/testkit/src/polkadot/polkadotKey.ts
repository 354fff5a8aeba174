import type { CaipNetworkId } from '@billfold/protocol/caip'
import { prefixOn } from '@billfold/protocol/polkadot/prefixOn'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { mnemonicSeed } from '../mnemonicSeed.ts'
import { deriveSeed } from '../solana/deriveSeed.ts'
import { type SolanaKey, solanaKey } from '../solana/ed25519.ts'

/** A Polkadot account of the ed25519 kind. */
export type PolkadotKey = Pick<SolanaKey, 'publicKey' | 'sign'> & { address: string }

/** The account number `index` of a mnemonic on a Polkadot chain (SLIP-10); chains no one knows get the general prefix. */
export async function polkadotKey(mnemonic: string, chain: string, index: number): Promise<PolkadotKey> {
  const { publicKey, sign } = await solanaKey(await deriveSeed(await mnemonicSeed(mnemonic), [44, 354, index, 0, 0]))
  return {
    publicKey,
    sign,
    address: writePolkadotAddress({ publicKey, prefix: prefixOn({ networkId: chain as CaipNetworkId }) ?? 42 }),
  }
}
