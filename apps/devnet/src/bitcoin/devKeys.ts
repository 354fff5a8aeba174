import { createHash, pbkdf2Sync } from 'node:crypto'
import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import { HDKey } from 'viem/accounts'
import { ripemd160, sha256 } from 'viem/utils'

/** A key of the local network: public, so never send real funds to it. */
export type DevKey = { address: string; script: Uint8Array; publicKey: Uint8Array; privateKey: Uint8Array }

/** The phrase of the EVM chains: one wallet has funds on all of them. */
const mnemonic = 'test test test test test test test test test test test junk'

/** The accounts of the published phrase, as wallets derive them on test networks: m/84'/1'/0'/0/index. */
export function deriveDevKeys(count: number): DevKey[] {
  const root = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'))
  const branch = root.derive("m/84'/1'/0'/0")
  return Array.from({ length: count }, (_, index) => keyOf(branch.deriveChild(index)))
}

/** Receives every block reward, and pays the faucet's gifts. */
export const faucetKey = (): DevKey =>
  keyOf(HDKey.fromMasterSeed(createHash('sha256').update('billfold devnet bitcoin faucet').digest()))

function keyOf({ publicKey, privateKey }: HDKey): DevKey {
  if (!publicKey || !privateKey) throw new Error('The derivation returned no key.')
  const script = Uint8Array.from([0, 20, ...ripemd160(sha256(publicKey, 'bytes'), 'bytes')])
  const address = writeBitcoinAddress(script, 'regtest') ?? ''
  return { address: readBitcoinAddress(address).address, script, publicKey, privateKey }
}
