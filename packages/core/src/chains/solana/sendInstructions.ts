import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import type { AccountMeta, Instruction } from './encodeTransaction.ts'

const { system, associatedToken, computeBudget } = solanaPrograms

const writable = (address: string): AccountMeta => ({ address, isWritable: true })
const signer = (address: string): AccountMeta => ({ address, isSigner: true })

/** Numbers in the order of programs: the lowest byte first, each as long as it says. */
function numbers(...parts: readonly (readonly [bytes: number, value: number | bigint])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n)),
    ),
  )
}

/** How much may be computed, and what is offered for a unit of it in millionths of a lamport. */
export const budget = (units: number, price: bigint): readonly Instruction[] => [
  { program: computeBudget, accounts: [], data: numbers([1, 2], [4, units]) },
  { program: computeBudget, accounts: [], data: numbers([1, 3], [8, price]) },
]

/** Keys that an instruction only names, so that anyone who looks for them finds the transaction (Solana Pay). */
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

/** Opens an owner's place for tokens; nothing where it is open. */
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

/** Moves tokens from account to account. The mint and its decimals are named, so that no other token can be meant. */
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
