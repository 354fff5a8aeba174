import { bytesOfHex, joinBytes } from '@billfold/protocol/bytes'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import type { Authorization } from '@billfold/protocol/embedded/userOperation'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Signature } from '../evm/signHash.ts'
import { rlpNumber, writeRlp } from '../evm/writeRlp.ts'

/** Signs 32 bytes with the account's key. */
export type Sign = (hash: Uint8Array) => Signature | Promise<Signature>

/**
 * Makes a key's own address a smart account (EIP-7702). The implementation is the pinned one and the chain this one: there is no way to
 * ask for another, and none for every chain at once.
 */
export async function signAuthorization(chainId: bigint, nonce: bigint, sign: Sign): Promise<Authorization> {
  if (chainId <= 0n) throw new RangeError('an authorization must name a chain')
  const address = smartAccountContracts.implementation7702
  const fields = writeRlp([rlpNumber(chainId), bytesOfHex(address.slice(2)), rlpNumber(nonce)])
  const { r, s, yParity } = await sign(keccak_256(joinBytes(Uint8Array.of(5), fields)))
  return { chainId, address, nonce, yParity: BigInt(yParity), r, s }
}
