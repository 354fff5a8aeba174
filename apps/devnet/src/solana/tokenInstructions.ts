import { decodeBase58 } from '@billfold/protocol/base58'
import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import type { Instruction } from './buildTransaction.ts'
import { programs } from './programs.ts'

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: bigint | number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const bytes = (...parts: (Uint8Array | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
const some = (address: string) => bytes(1, decodeBase58(address))
const writable = (address: string) => ({ address, isWritable: true })
const signing = (address: string) => ({ address, isSigner: true })
const paying = (address: string) => ({ address, isSigner: true, isWritable: true })

/** The address of an owner's tokens of a mint, unless they chose another account. */
export async function associatedAddress(owner: string, mint: string, program: string): Promise<string> {
  const encode = getAddressEncoder()
  const seeds = [owner, program, mint].map((address) => encode.encode(address as Address))
  const [address] = await getProgramDerivedAddress({ programAddress: programs.associatedToken as Address, seeds })
  return address
}

export const transfer = (from: string, to: string, lamports: number): Instruction => ({
  program: programs.system,
  accounts: [paying(from), writable(to)],
  data: bytes(u32(2), u64(lamports)),
})

export const memo = (text: string): Instruction => ({ program: programs.memo, accounts: [], data: Buffer.from(text) })

export const createAccount = (
  payer: string,
  address: string,
  place: { lamports: number; space: number; owner: string },
): Instruction => ({
  program: programs.system,
  accounts: [paying(payer), paying(address)],
  data: bytes(u32(0), u64(place.lamports), u64(place.space), decodeBase58(place.owner)),
})

type MintRules = { mint: string; program: string; decimals: number; authority: string }

/** The authority may mint and freeze. */
export const initializeMint = ({ mint, program, decimals, authority }: MintRules): Instruction => ({
  program,
  accounts: [writable(mint)],
  data: bytes(20, decimals, decodeBase58(authority), some(authority)),
})

/** Each transfer withholds a part; must come before the mint is initialized. */
export const initializeTransferFee = (
  mint: string,
  authority: string,
  fee: { bps: number; most: bigint },
): Instruction => ({
  program: programs.token2022,
  accounts: [writable(mint)],
  data: bytes(26, 0, some(authority), some(authority), u16(fee.bps), u64(fee.most)),
})

export const createAssociated = (
  payer: string,
  at: string,
  owner: string,
  mint: string,
  program: string,
): Instruction => ({
  program: programs.associatedToken,
  accounts: [
    paying(payer),
    writable(at),
    { address: owner },
    { address: mint },
    { address: programs.system },
    { address: program },
  ],
  // The variant that does nothing if the account exists.
  data: bytes(1),
})

export const mintTo = (mint: string, to: string, authority: string, amount: bigint, program: string): Instruction => ({
  program,
  accounts: [writable(mint), writable(to), signing(authority)],
  data: bytes(7, u64(amount)),
})

export const freeze = (account: string, mint: string, authority: string, program: string): Instruction => ({
  program,
  accounts: [writable(account), { address: mint }, signing(authority)],
  data: bytes(10),
})

/** From then on a transfer to the account needs a memo before it. */
export const requireMemos = (account: string, payer: string, owner: string): Instruction[] => [
  {
    program: programs.token2022,
    accounts: [writable(account), paying(payer), { address: programs.system }, signing(owner)],
    data: bytes(29, u16(8)),
  },
  { program: programs.token2022, accounts: [writable(account), signing(owner)], data: bytes(30, 0) },
]
