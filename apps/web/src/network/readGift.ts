import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import { bytes, callRpc, quantity } from './callRpc.ts'
import type { Brought, Gift } from './outlet.ts'
import { wordAt } from './poolPrice.ts'
import { untilFound } from './untilFound.ts'

const log = z.object({ address: bytes, topics: z.array(bytes), data: bytes })
const receipt = z.nullable(z.object({ status: quantity, blockNumber: quantity, logs: z.array(log) }))
const transaction = z.object({ to: z.nullable(bytes), value: quantity })

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Waits until a transaction is mined and reads the amounts it brought from the chain. */
export async function readGift(chain: DevnetChain, hash: string, address: string, signal: AbortSignal): Promise<Gift> {
  const mined = await untilFound(() => callRpc(chain.rpcUrl, 'eth_getTransactionReceipt', [hash], receipt, signal))
  if (mined.status !== 1n) throw new KitError('transaction_rejected', { message: `Transaction ${hash} failed` })
  const brought = broughtTokens(chain, mined.logs, address) ?? (await broughtEther(chain, hash, address, signal))
  return { hash, block: mined.blockNumber, brought: brought ? [brought] : [] }
}

/** The amounts for the address in a transaction's Transfer events, in tokens of the manifest. */
function broughtTokens(chain: DevnetChain, logs: readonly z.infer<typeof log>[], address: string): Brought | null {
  for (const { address: contract, topics, data } of logs) {
    const [topic, , to] = topics
    const token = chain.tokens.find((each) => sameAddress('eip155', each.address, contract))
    if (!token || !to || topic !== transferTopic || !sameAddress('eip155', `0x${to.slice(-40)}`, address)) continue
    return { amount: wordAt(data, 0), decimals: token.decimals, symbol: token.symbol }
  }
  return null
}

async function broughtEther(chain: DevnetChain, hash: string, address: string, signal: AbortSignal) {
  const { to, value } = await callRpc(chain.rpcUrl, 'eth_getTransactionByHash', [hash], transaction, signal)
  const { decimals, symbol } = chain.nativeCurrency
  return to && sameAddress('eip155', to, address) && value > 0n ? { amount: value, decimals, symbol } : null
}
