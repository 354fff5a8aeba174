import { KitError } from '@billfold/protocol/error'
import { rawAccount, readAs, readUnits, toAccount } from '@billfold/protocol/solana/readAccounts'
import { readTokenAccount } from '@billfold/protocol/solana/tokenState'
import * as z from 'zod/mini'
import type { AskChain } from '../chain.ts'
import type { TokenFound } from '../transfers.ts'

const held = z.object({ value: z.array(z.object({ pubkey: z.string(), account: rawAccount })) })
const lamports = z.object({ value: z.unknown() })
const confirmed = { commitment: 'confirmed' }

/** What mints say of themselves comes with the first token that is looked at. */
export const loadNames = () => import('./namedMint.ts')

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

/** A token by its mint: what the chain says of it, and how much the owner has. */
export async function findToken(
  { address, owner }: { address: string; owner: string },
  ask: AskChain,
): Promise<TokenFound> {
  const [said, amount] = await Promise.all([
    loadNames().then(({ findMint }) => findMint(address, ask)),
    readHolding({ owner, token: address }, ask),
  ])
  return { ...said, amount }
}
