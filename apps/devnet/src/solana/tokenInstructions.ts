import {
  AccountRole,
  type Address,
  getAddressEncoder,
  getOptionEncoder,
  getTupleEncoder,
  getU8Encoder,
  getU16Encoder,
  getU64Encoder,
  getUtf8Encoder,
  type Instruction,
} from '@solana/kit'
import { programs } from './programs.ts'

// The instructions that `@solana-program/system` and `token` lack. Token-2022's own package needs an older
// `@solana/kit` than ours, and brings proofs in WebAssembly that this chain has no use for.

const u8 = getU8Encoder()
const u16 = getU16Encoder()

export const memo = (text: string): Instruction => ({
  programAddress: programs.memo,
  data: getUtf8Encoder().encode(text),
})

const feeData = getTupleEncoder([
  ...([u8, u8, getOptionEncoder(getAddressEncoder()), getOptionEncoder(getAddressEncoder())] as const),
  ...([u16, getU64Encoder()] as const),
])

/** Each transfer withholds a part; must come before the mint is initialized. */
export const initializeTransferFee = (
  mint: Address,
  authority: Address,
  fee: { bps: number; most: bigint },
): Instruction => ({
  programAddress: programs.token2022,
  accounts: [{ address: mint, role: AccountRole.WRITABLE }],
  data: feeData.encode([26, 0, authority, authority, fee.bps, fee.most]),
})

/** From then on a transfer to the account needs a memo before it. */
export function requireMemos(account: Address, payer: Address, owner: Address): Instruction[] {
  const signing = { address: owner, role: AccountRole.READONLY_SIGNER }
  const writable = { address: account, role: AccountRole.WRITABLE }
  return [
    {
      programAddress: programs.token2022,
      accounts: [
        writable,
        { address: payer, role: AccountRole.WRITABLE_SIGNER },
        { address: programs.system, role: AccountRole.READONLY },
        signing,
      ],
      data: getTupleEncoder([u8, u16]).encode([29, 8]),
    },
    {
      programAddress: programs.token2022,
      accounts: [writable, signing],
      data: getTupleEncoder([u8, u8]).encode([30, 0]),
    },
  ]
}
