import { encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { tokenPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import * as z from 'zod/mini'
import type { Ask } from '../chain.ts'

const account = z.object({
  lamports: z.int().check(z.nonnegative()),
  owner: z.string(),
  executable: z.boolean(),
  data: z.tuple([z.string(), z.literal('base64')]),
})
/** An account as nodes tell it with its data in base64; null for one that is not there. */
export const rawAccount = z.nullable(account)
const accounts = z.object({ value: z.array(rawAccount) })

/** An account of the chain: its coins, the program it belongs to, and what that program keeps in it. */
export type Account = { lamports: bigint; owner: string; isProgram: boolean; data: Uint8Array }

/** Asks for accounts, in their order; undefined where there is none. */
export async function readAccounts(addresses: readonly string[], ask: Ask): Promise<(Account | undefined)[]> {
  const config = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await ask({ method: 'getMultipleAccounts', params: [addresses, config] })
  const { value } = readAs(accounts, answer)
  if (value.length !== addresses.length) throw new KitError('wallet_answer_invalid', { cause: answer })
  return value.map(toAccount)
}

export const toAccount = (raw: z.infer<typeof rawAccount>): Account | undefined =>
  raw
    ? {
        lamports: BigInt(raw.lamports),
        owner: raw.owner,
        isProgram: raw.executable,
        data: decodeBase64(raw.data[0]),
      }
    : undefined

/** What a node answered, if it is of this shape: else the place that was asked makes no sense, and another is asked. */
export function readAs<T extends z.ZodMiniType>(shape: T, answer: unknown): z.infer<T> {
  const { success, data } = z.safeParse(shape, answer)
  if (!success) throw new KitError('wallet_answer_invalid', { cause: answer })
  return data
}

export type TokenAccount = { mint: string; owner: string; amount: bigint; isFrozen: boolean; wantsMemo: boolean }
export type Mint = { program: string; decimals: number }

const accountLength = 165
/** Behind the length of an account Token-2022 says what it is, and then what was added to it. */
const kindAt = 165
const memoExtension = 8

/** What a token account holds; undefined where an account is none. */
export function readTokenAccount(found: Account | undefined): TokenAccount | undefined {
  if (!found || !tokenPrograms.includes(found.owner)) return undefined
  const { data } = found
  const state = data[108] ?? 0
  if ((data.length !== accountLength && data[kindAt] !== 2) || state === 0) return undefined
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: viewOf(data).getBigUint64(64, true),
    isFrozen: state === 2,
    wantsMemo: extension(data, memoExtension)?.[0] === 1,
  }
}

/** What a mint says; undefined where an account is none. */
export function readMint(found: Account | undefined): Mint | undefined {
  if (!found || !tokenPrograms.includes(found.owner)) return undefined
  const { data } = found
  if ((data.length !== 82 && data[kindAt] !== 1) || data[45] !== 1) return undefined
  return { program: found.owner, decimals: data[44]! }
}

/** What Token-2022 keeps of one kind behind an account: a kind, a length and that many bytes, again and again. */
function extension(data: Uint8Array, wanted: number): Uint8Array | undefined {
  const view = viewOf(data)
  for (let at = kindAt + 1; at + 4 <= data.length; ) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (kind === 0) return undefined
    if (kind === wanted) return data.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return undefined
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
