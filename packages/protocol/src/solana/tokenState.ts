import { encodeBase58 } from '../base58.ts'
import type { Account } from './readAccounts.ts'
import { tokenPrograms } from './solanaPrograms.ts'

export type TokenAccount = {
  mint: string
  owner: string
  amount: bigint
  isFrozen: boolean
  wantsMemo: boolean
  /** Takes only transfers that hide the amount. */
  isConfidentialOnly: boolean
  /** Whether its coins are its tokens: wrapped SOL. */
  isNative: boolean
  /** An additional spender, up to `amount`. */
  delegate?: { address: string; amount: bigint }
  /** May close it, if that isn't its owner. */
  closeAuthority?: string
}

/** The size of an account that stores only its balance, in bytes. */
export const accountLength = 165
/** Behind the length of an account Token-2022 says what it is, and then what was added to it. */
export const kindAt = 165

/** Extensions of accounts, by Token-2022's own numbers. */
const added = { confidentialAccount: 5, memo: 8 } as const

/**
 * The offset of the flag whether an account for hidden amounts accepts others: behind its key and its four sealed
 * balances.
 */
const plainCreditsAt = 262

/** Reads a token account; undefined if the account is not one. */
export function readTokenAccount(account: Account | undefined): TokenAccount | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const { data } = account
  const state = data[108] ?? 0
  if ((data.length !== accountLength && data[kindAt] !== 2) || state === 0) return undefined
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: viewOf(data).getBigUint64(64, true),
    isFrozen: state === 2,
    wantsMemo: extension(data, added.memo)?.[0] === 1,
    isConfidentialOnly: extension(data, added.confidentialAccount)?.[plainCreditsAt] === 0,
    isNative: data[109] === 1,
    ...(data[72] === 1 && {
      delegate: { address: encodeBase58(data.subarray(76, 108)), amount: viewOf(data).getBigUint64(121, true) },
    }),
    ...(data[129] === 1 && { closeAuthority: encodeBase58(data.subarray(133, 165)) }),
  }
}

/** One kind of Token-2022's extensions behind an account: a list of kind, length and that many bytes. */
export function extension(data: Uint8Array, wanted: number): Uint8Array | undefined {
  const view = viewOf(data)
  for (let at = kindAt + 1; at + 4 <= data.length; ) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (kind === 0) return undefined
    if (kind === wanted) return data.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return undefined
}

export const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
