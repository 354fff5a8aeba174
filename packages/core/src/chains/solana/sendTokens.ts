import { KitError } from '@billfold/protocol/error'
import { rawAccount, readAs, readUnits, toAccount } from '@billfold/protocol/solana/readAccounts'
import { readTokenAccount } from '@billfold/protocol/solana/tokenState'
import * as z from 'zod/mini'
import type { QueryChain } from '../chainQuery.ts'
import type { TokenMatch } from '../transfers.ts'

const held = z.object({ value: z.array(z.object({ pubkey: z.string(), account: rawAccount })) })
const lamports = z.object({ value: z.unknown() })
const confirmed = { commitment: 'confirmed' }

/** Token metadata code, loaded with the first token. */
export const loadNames = () => import('./findMint.ts')

/** An owner's accounts of a token: usually one. */
export async function readSources(owner: string, mint: string, ask: QueryChain) {
  const params = [owner, { mint }, { ...confirmed, encoding: 'base64' }]
  const answer = await ask({ method: 'getTokenAccountsByOwner', params }).catch((e: unknown) => {
    // Nodes reject an unknown mint; treat that as no accounts.
    if (KitError.from(e).code === 'invalid_input') return { value: [] }
    throw e
  })
  return readAs(held, answer).value.flatMap(({ pubkey: address, account }) => {
    const token = readTokenAccount(toAccount(account))
    return token?.mint === mint && token.owner === owner
      ? [{ address, amount: token.amount, isFrozen: token.isFrozen }]
      : []
  })
}

/** A balance: of the coin, or of a token across all its accounts, including frozen ones. */
export async function readHolding(
  { owner, token }: { owner: string; token?: string | undefined },
  ask: QueryChain,
): Promise<bigint> {
  if (token === undefined)
    return readUnits(readAs(lamports, await ask({ method: 'getBalance', params: [owner, confirmed] })).value)
  return (await readSources(owner, token, ask)).reduce((sum, { amount }) => sum + amount, 0n)
}

/** A token by its mint, from the chain, and the owner's balance. */
export async function findToken(
  { address, owner }: { address: string; owner: string },
  ask: QueryChain,
): Promise<TokenMatch> {
  const [metadata, amount] = await Promise.all([
    loadNames().then(({ findMint }) => findMint(address, ask)),
    readHolding({ owner, token: address }, ask),
  ])
  return { ...metadata, amount }
}
