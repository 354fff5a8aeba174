import { KitError } from '@billfold/protocol/error'
import { tokenPrograms } from '@billfold/protocol/solana/solanaPrograms'
import * as z from 'zod/mini'
import type { ChainRpc, Rpc } from '../../rpc/createRpc.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { isImpersonator, symbolsOf } from '../balances/isImpersonator.ts'
import type { BalanceSource, TokenBalance } from '../source.ts'
import type { MintNames } from './createMintNames.ts'
import { lamports } from './lamports.ts'

const coinBalance = z.object({ value: lamports })
const held = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: z.string().check(z.maxLength(44)),
              tokenAmount: z.object({
                amount: z.string().check(z.regex(/^\d{1,20}$/)),
                decimals: z.int().check(z.nonnegative(), z.lte(255)),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})
type Holding = { amount: bigint; decimals: number }

/** Confirmed state: an account just paid sees it within a second. */
const confirmed = { commitment: 'confirmed' }
/** Spam comes by the thousand; no one looks through more than this. */
const maxUnlisted = 300

/** Balances on Solana as a node tells them: its own coin, and every token account of both token programs. */
export function createSolanaBalances({ rpc, namesOf }: { rpc: Rpc; namesOf: MintNames }): BalanceSource {
  return {
    id: 'chain',
    supports: ({ namespace, rpcUrls }) => namespace === 'solana' && rpcUrls.length > 0,
    async balances({ chain, address }, signal) {
      const { amount, holdings } = await readAll(rpc(chain.id), address, signal)
      const listed = listedTokens(chain)
      const symbols = symbolsOf([chain.nativeCurrency.symbol, ...[...listed.values()].map(({ symbol }) => symbol)])
      const others = [...holdings.keys()].filter((mint) => !listed.has(mint)).slice(0, maxUnlisted)
      const names = others.length > 0 ? await namesOf(chain, others) : new Map()
      const balances: TokenBalance[] = [{ ...chain.nativeCurrency, amount, isListed: true }]
      for (const [mint, { amount, decimals }] of holdings) {
        const known = listed.get(mint)
        const token = known ?? names.get(mint)
        if (!token || (!known && isImpersonator(token, symbols))) continue
        // How it is counted is the chain's to say: a list that says otherwise would show another amount.
        balances.push({ ...token, address: mint, amount, decimals, isListed: known !== undefined })
      }
      return balances
    },
  }
}

/** The coin, and what there is of each token over all accounts that hold it. */
async function readAll(node: ChainRpc, owner: string, signal: AbortSignal) {
  const outcomes = await node.batch(
    [
      { method: 'getBalance', params: [owner, confirmed] },
      ...tokenPrograms.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [owner, { programId }, { ...confirmed, encoding: 'jsonParsed' }],
      })),
    ],
    signal,
  )
  const [coin, ...lists] = outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.result
  })
  const holdings = new Map<string, Holding>()
  for (const { account } of lists.flatMap((list) => read(held, list).value)) {
    const { mint, tokenAmount } = account.data.parsed.info
    const amount = BigInt(tokenAmount.amount) + (holdings.get(mint)?.amount ?? 0n)
    if (amount > 0n) holdings.set(mint, { amount, decimals: tokenAmount.decimals })
  }
  return { amount: BigInt(read(coinBalance, coin).value), holdings }
}

function read<T extends z.ZodMiniType>(schema: T, answer: unknown): z.infer<T> {
  const { success, data } = z.safeParse(schema, answer)
  if (!success) throw new KitError('unavailable', { message: 'The node returned an invalid balance.' })
  return data
}
