import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { rawAccount, readAs, readUnits, toAccount } from '@billfold/protocol/solana/readAccounts'
import { readTokenAccount } from '@billfold/protocol/solana/tokenState'
import * as z from 'zod/mini'
import type { AskChain } from '../chain.ts'
import type { TokenFound } from '../transfers.ts'

const held = z.object({ value: z.array(z.object({ pubkey: z.string(), account: rawAccount })) })
const lamports = z.object({ value: z.unknown() })
const mintShape = z.object({
  value: z.object({
    data: z.object({
      parsed: z.object({
        type: z.literal('mint'),
        info: z.object({
          decimals: z.int().check(z.nonnegative(), z.lte(255)),
          extensions: z.optional(z.array(z.object({ extension: z.string(), state: z.optional(z.unknown()) }))),
        }),
      }),
    }),
  }),
})
const nameShape = z.object({ name: z.string(), symbol: z.string() })
const confirmed = { commitment: 'confirmed' }

/** The accounts in which an owner has a token: usually one. */
export async function readSources(owner: string, mint: string, ask: AskChain) {
  const params = [owner, { mint }, { ...confirmed, encoding: 'base64' }]
  const answer = await ask({ method: 'getTokenAccountsByOwner', params }).catch((e: unknown) => {
    // Where there is no such token a node has no list of its accounts, and that is no account.
    if (KitError.from(e).code === 'invalid_input') return { value: [] }
    throw e
  })
  return readAs(held, answer).value.flatMap(({ pubkey: address, account }) => {
    const found = readTokenAccount(toAccount(account))
    return found?.mint === mint && found.owner === owner
      ? [{ address, amount: found.amount, isFrozen: found.isFrozen }]
      : []
  })
}

/** What an account has: of the coin, or of a token over all of the accounts that hold it, frozen ones too. */
export async function readHolding(
  { owner, token }: { owner: string; token?: string | undefined },
  ask: AskChain,
): Promise<bigint> {
  if (token === undefined)
    return readUnits(readAs(lamports, await ask({ method: 'getBalance', params: [owner, confirmed] })).value)
  return (await readSources(owner, token, ask)).reduce((sum, { amount }) => sum + amount, 0n)
}

/** A token by its mint: what the mint itself says of it, and how much the owner has. */
export async function findToken(
  { address, owner }: { address: string; owner: string },
  ask: AskChain,
): Promise<TokenFound> {
  const [answer, amount] = await Promise.all([
    ask({ method: 'getAccountInfo', params: [address, { ...confirmed, encoding: 'jsonParsed' }] }),
    readHolding({ owner, token: address }, ask),
  ])
  const { success, data } = z.safeParse(mintShape, answer)
  if (!success) throw new KitError('invalid_input', { message: 'There is no token at this address' })
  const { decimals, extensions = [] } = data.value.data.parsed.info
  const said = extensions.find(({ extension }) => extension === 'tokenMetadata')?.state
  const named = z.safeParse(nameShape, said).data
  const symbol = cleanText(named?.symbol, 12) || `${address.slice(0, 4)}…${address.slice(-4)}`
  return { address, name: cleanText(named?.name, 40) || symbol, symbol, decimals, amount }
}
