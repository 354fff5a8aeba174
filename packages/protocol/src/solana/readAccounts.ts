import * as z from 'zod/mini'
import { KitError } from '../error.ts'
import { decodeBase64 } from '../wc/base64.ts'

/** Asks a node of Solana. */
export type AskNode = (question: { method: string; params: unknown }) => Promise<unknown>

/** A count of smallest units from a node, even if it exceeds JavaScript's safe integers. */
export function readUnits(count: unknown): bigint {
  const isCount = typeof count === 'bigint' || Number.isSafeInteger(count)
  if (!isCount || (count as bigint | number) < 0) throw new KitError('wallet_answer_invalid', { cause: count })
  return BigInt(count as bigint | number)
}

/** An account as nodes tell it with its data in base64; null for one that is not there. */
export const rawAccount = z.nullable(
  z.object({
    lamports: z.unknown(),
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.string(), z.literal('base64')]),
  }),
)
const accounts = z.object({ value: z.array(rawAccount) })

/** An account of the chain: its coins, the program it belongs to, and what that program keeps in it. */
export type Account = { lamports: bigint; owner: string; isProgram: boolean; data: Uint8Array }

/** Fetches accounts, in their order; undefined for missing ones. */
export async function readAccounts(addresses: readonly string[], ask: AskNode): Promise<(Account | undefined)[]> {
  const config = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await ask({ method: 'getMultipleAccounts', params: [addresses, config] })
  const { value } = readAs(accounts, answer)
  if (value.length !== addresses.length) throw new KitError('wallet_answer_invalid', { cause: answer })
  return value.map(toAccount)
}

export const toAccount = (raw: z.infer<typeof rawAccount>): Account | undefined =>
  raw
    ? {
        lamports: readUnits(raw.lamports),
        owner: raw.owner,
        isProgram: raw.executable,
        data: decodeBase64(raw.data[0]),
      }
    : undefined

/** Parses a node's response; throws if it is malformed, so that another node is tried. */
export function readAs<T extends z.ZodMiniType>(shape: T, answer: unknown): z.infer<T> {
  const { success, data } = z.safeParse(shape, answer)
  if (!success) throw new KitError('wallet_answer_invalid', { cause: answer })
  return data
}
