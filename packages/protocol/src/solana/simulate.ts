import * as z from 'zod/mini'
import { encodeBase64 } from '../wc/base64.ts'
import { type Account, type AskNode, rawAccount, readAs, toAccount } from './readAccounts.ts'

const answerShape = z.object({
  value: z.object({
    err: z.unknown(),
    unitsConsumed: z.optional(z.nullable(z.int().check(z.nonnegative()))),
    accounts: z.optional(z.nullable(z.array(rawAccount))),
  }),
})

export type Simulated = {
  /** Undefined where it would work. */
  error?: unknown
  units: number
  /** The requested accounts after the transaction. */
  after: readonly (Account | undefined)[]
}

/** Simulates an unsigned transaction, and returns its effects on these accounts. */
export async function simulate(
  transaction: Uint8Array,
  addresses: readonly string[],
  ask: AskNode,
): Promise<Simulated> {
  const config = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const answer = await ask({ method: 'simulateTransaction', params: [encodeBase64(transaction), config] })
  const { err, unitsConsumed, accounts } = readAs(answerShape, answer).value
  return {
    ...(err === null || err === undefined ? {} : { error: err }),
    units: unitsConsumed ?? 0,
    after: accounts?.map(toAccount) ?? [],
  }
}
