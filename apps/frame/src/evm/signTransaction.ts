import { bytesOfHex, hexOf, joinBytes } from '@billfold/protocol/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Hex, type Signature, signHash } from './signHash.ts'
import { type Rlp, rlpNumber, writeRlp } from './writeRlp.ts'

/** Everything that is signed, in plain numbers: the screen shows exactly this. */
export type EvmTransaction = {
  chainId: bigint
  nonce: bigint
  /** Absent for contract creation. */
  to?: Hex | undefined
  value: bigint
  data: Hex
  gas: bigint
} & ({ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint })

/** A signed transaction, ready for the chain, and its hash: EIP-1559, or EIP-155 on a chain without it. */
export function signTransaction(transaction: EvmTransaction, secretKey: Uint8Array): { raw: Hex; hash: Hex } {
  const bytes = 'gasPrice' in transaction ? signLegacy(transaction, secretKey) : signDynamic(transaction, secretKey)
  return { raw: `0x${hexOf(bytes)}`, hash: `0x${hexOf(keccak_256(bytes))}` }
}

function signDynamic(
  transaction: Extract<EvmTransaction, { maxFeePerGas: bigint }>,
  secretKey: Uint8Array,
): Uint8Array {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas } = transaction
  const fees = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(rlpNumber)
  const fields: Rlp[] = [...fees, ...payload(transaction), []]
  const typed = (list: Rlp) => joinBytes(Uint8Array.of(2), writeRlp(list))
  const { r, s, yParity } = signHash(keccak_256(typed(fields)), secretKey)
  return typed([...fields, rlpNumber(BigInt(yParity)), rlpNumber(r), rlpNumber(s)])
}

function signLegacy(transaction: Extract<EvmTransaction, { gasPrice: bigint }>, secretKey: Uint8Array): Uint8Array {
  const { chainId, nonce, gasPrice, gas } = transaction
  const fields: Rlp[] = [...[nonce, gasPrice, gas].map(rlpNumber), ...payload(transaction)]
  // The signature includes the chain (EIP-155), so the transaction is valid on no other.
  const signed = writeRlp([...fields, rlpNumber(chainId), new Uint8Array(), new Uint8Array()])
  const { r, s, yParity }: Signature = signHash(keccak_256(signed), secretKey)
  return writeRlp([...fields, rlpNumber(chainId * 2n + 35n + BigInt(yParity)), rlpNumber(r), rlpNumber(s)])
}

const payload = ({ to, value, data }: EvmTransaction): Uint8Array[] => [
  to === undefined ? new Uint8Array() : bytesOfHex(to.slice(2)),
  rlpNumber(value),
  bytesOfHex(data.slice(2)),
]
