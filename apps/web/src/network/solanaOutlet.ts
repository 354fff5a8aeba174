import { decodeBase58 } from '@billfold/protocol/base58'
import type { DevnetSolana } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { callRpc } from './callRpc.ts'
import type { Brought, Gift, Outlet } from './outlet.ts'
import { requestFunds } from './requestFunds.ts'
import { untilFound } from './untilFound.ts'

const whole = z.int().check(z.nonnegative())
const held = z.array(
  z.object({
    mint: z.string(),
    owner: z.optional(z.string()),
    uiTokenAmount: z.object({ amount: z.string().check(z.regex(/^[0-9]+$/)) }),
  }),
)
const transaction = z.nullable(
  z.object({
    slot: whole,
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
    meta: z.object({
      err: z.unknown(),
      preBalances: z.array(whole),
      postBalances: z.array(whole),
      preTokenBalances: held,
      postTokenBalances: held,
    }),
  }),
)
type Transaction = NonNullable<z.infer<typeof transaction>>

/** The faucet of the Solana chain. */
export const solanaOutlet = (chain: DevnetSolana): Outlet => ({
  namespace: 'solana',
  chainName: chain.name,
  gives: 'its coin and some of each token',
  isAddress(text) {
    try {
      return text.length <= 44 && decodeBase58(text).length === 32
    } catch {
      return false // letters that are not base58
    }
  },
  async give({ address, signal, onSent }) {
    const names = await requestFunds(chain.faucetUrl, { address }, signal)
    onSent(names.length)
    return Promise.all(names.map((hash) => readSolanaGift(chain, hash, address, signal)))
  },
})

async function readSolanaGift(chain: DevnetSolana, hash: string, address: string, signal: AbortSignal): Promise<Gift> {
  const config = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const mined = await untilFound(() => callRpc(chain.rpcUrl, 'getTransaction', [hash, config], transaction, signal))
  if (mined.meta.err !== null) throw new KitError('transaction_rejected', { message: `Transaction ${hash} failed` })
  return { hash, block: BigInt(mined.slot), brought: broughtBy(chain, mined, address) }
}

/** The amounts that a transaction brought to an address, of the coin and of tokens in the manifest. */
function broughtBy(chain: DevnetSolana, { meta, transaction: { message } }: Transaction, address: string) {
  const at = message.accountKeys.indexOf(address)
  const coins = at < 0 ? 0n : BigInt(meta.postBalances[at] ?? 0) - BigInt(meta.preBalances[at] ?? 0)
  const sumOf = (list: z.infer<typeof held>, mint: string) =>
    list
      .filter((one) => one.owner === address && one.mint === mint)
      .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
  const all: Brought[] = [
    { ...chain.nativeCurrency, amount: coins },
    ...chain.tokens.map(({ address: mint, decimals, symbol }) => ({
      ...{ decimals, symbol },
      amount: sumOf(meta.postTokenBalances, mint) - sumOf(meta.preTokenBalances, mint),
    })),
  ]
  return all.filter(({ amount }) => amount > 0n)
}
