import { createHash } from 'node:crypto'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { type Ed25519Key, ed25519Key, phraseKeys } from '../ed25519Key.ts'
import { ss58Prefix } from './polkadotAssets.ts'

export type DevKey = Ed25519Key & { address: string }

/** The accounts of the published phrase, as hardware wallets derive them: m/44'/354'/index'/0'/0'. */
export const deriveDevKeys = (count: number): DevKey[] =>
  phraseKeys(Array.from({ length: count }, (_, index) => [44, 354, index, 0, 0])).map(withAddress)

/** Pays the faucet's gifts. */
export const faucetKey = withAddress(
  ed25519Key(createHash('sha256').update('billfold devnet polkadot faucet').digest()),
)

/** //Alice and //Bob of Polkadot's own tools: sr25519 keys that every library knows. */
export const wellKnown = [
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
]

function withAddress(key: Ed25519Key): DevKey {
  return { ...key, address: writePolkadotAddress({ prefix: ss58Prefix, publicKey: key.publicKey }) }
}
