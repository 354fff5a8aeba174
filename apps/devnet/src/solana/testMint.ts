import { type Address, createNoopSigner, type Instruction } from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token'
import { programs } from './programs.ts'

const programAddress = programs.token2022

type Place = { lamports: number; space: number }

/** For tests: creates a mint of Token-2022 with six decimals and these rules. */
export const createTestMint = (
  issuer: Address,
  mint: Address,
  place: Place,
  rules: readonly Instruction[],
): Instruction[] => [
  getCreateAccountInstruction({
    ...{ payer: createNoopSigner(issuer), newAccount: createNoopSigner(mint), programAddress },
    ...place,
  }),
  ...rules,
  getInitializeMint2Instruction(
    { mint, decimals: 6, mintAuthority: issuer, freezeAuthority: issuer },
    { programAddress },
  ),
]

/** For tests: creates the issuer's token account and mints to it. */
export function fillTestMint(issuer: Address, mint: Address, account: Address, amount: bigint): Instruction[] {
  const signer = createNoopSigner(issuer)
  return [
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: signer, ata: account, owner: issuer, mint, tokenProgram: programAddress },
    }),
    getMintToInstruction({ mint, token: account, mintAuthority: signer, amount }, { programAddress }),
  ]
}
