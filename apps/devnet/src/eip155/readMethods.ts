import { type Hex, numberToHex } from 'viem'
import { RpcError } from '../rpcError.ts'
import type { EdrProvider } from './edrProvider.ts'

type PoolTransaction = { from: Hex; nonce: Hex; hash: Hex }
type Read = (provider: EdrProvider, params: readonly unknown[]) => Promise<unknown>

async function pool(provider: EdrProvider) {
  const transactions = (await provider.request('eth_pendingTransactions')) as PoolTransaction[]
  const pending: Record<Hex, Record<string, PoolTransaction>> = {}
  const queued: Record<Hex, Record<string, PoolTransaction>> = {}
  const counts = { pending: 0, queued: 0 }
  for (const from of new Set(transactions.map((transaction) => transaction.from))) {
    let next = Number(await provider.request('eth_getTransactionCount', [from, 'latest']))
    const own = transactions.filter((item) => item.from === from).sort((a, b) => Number(a.nonce) - Number(b.nonce))
    for (const transaction of own) {
      const isNext = Number(transaction.nonce) === next
      if (isNext) next++
      counts[isNext ? 'pending' : 'queued']++
      const group = isNext ? pending : queued
      group[from] = { ...group[from], [String(Number(transaction.nonce))]: transaction }
    }
  }
  return { pending, queued, counts }
}

async function blockReceipts(provider: EdrProvider, params: readonly unknown[]) {
  const [at] = params
  if (typeof at !== 'string') throw new RpcError(-32602, 'Invalid params: a block number, tag or hash is expected.')
  const byHash = /^0x[0-9a-f]{64}$/i.test(at)
  const block = (await provider.request(byHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber', [at, false])) as {
    transactions: Hex[]
  } | null
  if (!block) return null
  return Promise.all(block.transactions.map((hash) => provider.request('eth_getTransactionReceipt', [hash])))
}

/** Methods of Ethereum nodes that EDR lacks, built from those it has. */
export const readMethods: Readonly<Record<string, Read>> = {
  eth_getBlockReceipts: blockReceipts,
  async txpool_content(provider) {
    const { pending, queued } = await pool(provider)
    return { pending, queued }
  },
  async txpool_status(provider) {
    const { counts } = await pool(provider)
    return { pending: numberToHex(counts.pending), queued: numberToHex(counts.queued) }
  },
}
