import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import type { AccountMeta, Instruction } from './encodeTransaction.ts'

const { system, associatedToken, computeBudget } = solanaPrograms

const writable = (address: string): AccountMeta => ({ address, isWritable: true })
const signer = (address: string): AccountMeta => ({ address, isSigner: true })

/** Encodes little-endian numbers of given sizes. */
function numbers(...parts: readonly (readonly [bytes: number, value: number | bigint])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n)),
    ),
  )
}

/** The compute limit, and the price per unit in micro-lamports. */
export const budget = (units: number, price: bigint): readonly Instruction[] => [
  { program: computeBudget, accounts: [], data: numbers([1, 2], [4, units]) },
  { program: computeBudget, accounts: [], data: numbers([1, 3], [8, price]) },
]

/** Read-only keys that make the transaction findable (Solana Pay). */
const named = (references: readonly string[]): readonly AccountMeta[] => references.map((address) => ({ address }))

export const transferCoin = (
  from: string,
  to: string,
  lamports: bigint,
  references: readonly string[] = [],
): Instruction => ({
  program: system,
  accounts: [{ ...signer(from), isWritable: true }, writable(to), ...named(references)],
  data: numbers([4, 2], [8, lamports]),
})

/** Creates an owner's token account; idempotent. */
export const openAccount = (payer: string, at: string, owner: string, mint: string, program: string): Instruction => ({
  program: associatedToken,
  accounts: [
    { ...signer(payer), isWritable: true },
    writable(at),
    { address: owner },
    { address: mint },
    { address: system },
    { address: program },
  ],
  data: Uint8Array.of(1),
})

export type TokenMove = {
  program: string
  mint: string
  decimals: number
  source: string
  destination: string
  owner: string
  amount: bigint
  references?: readonly string[]
}

/** Moves tokens between accounts. With mint and decimals, so that no other token is possible. */
export const transferToken = ({
  program,
  mint,
  decimals,
  source,
  destination,
  owner,
  amount,
  references = [],
}: TokenMove): Instruction => ({
  program,
  accounts: [writable(source), { address: mint }, writable(destination), signer(owner), ...named(references)],
  data: numbers([1, 12], [8, amount], [1, decimals]),
})

export const memo = (text: string): Instruction => ({
  program: solanaPrograms.memo,
  accounts: [],
  data: new TextEncoder().encode(text),
})
