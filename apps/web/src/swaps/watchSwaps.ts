import { type DevnetChain, devnetManifest } from '@billfold/protocol/devnetManifest'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { connectedAccounts } from '../connectedAccounts.ts'
import { createStore, type Store } from '../createStore.ts'
import { fetchJson } from '../fetchJson.ts'
import { blockHead } from '../network/blockHead.ts'
import { callRpc, quantity } from '../network/callRpc.ts'
import { untilAllowed } from '../network/untilAllowed.ts'
import { describeSwap, type SwapStory, v2Swap, v3Swap } from './describeSwap.ts'
import { logs, receipt, type Transaction, transaction } from './swapWire.ts'

/** The newest swap on the local network's first chain: the visitor's own if there is one. */
export type SwapState =
  | { phase: 'looking' }
  | { phase: 'away' }
  | { phase: 'none'; chain: DevnetChain }
  | { phase: 'here'; chain: DevnetChain; story: SwapStory; isOwn: boolean }

const lookEveryMs = 4_000
const lookBack = 600n
/** How many of the newest swaps are searched for the visitor's own. */
const maxSearched = 16

/** Looks for swaps until the signal, while the page is visible; finds the network again after it was down. */
export function watchSwaps(manifestUrl: string, signal: AbortSignal): Store<SwapState> {
  const store = createStore<SwapState>({ phase: 'looking' })
  const known = new Map<string, Transaction>()
  let chain: DevnetChain | undefined

  async function look(): Promise<void> {
    try {
      if (!chain) {
        const manifest = await fetchJson(devnetManifest, manifestUrl, { signal, deadlineMs: 3_000 })
        await untilAllowed(manifest)
        chain = manifest.chains[0]
      }
      if (chain && (store.get().phase !== 'here' || !document.hidden)) await update(chain)
    } catch {
      // The chain may come back with other contracts.
      chain = undefined
      if (!signal.aborted) store.set({ phase: 'away' })
    }
    if (!signal.aborted) setTimeout(look, lookEveryMs)
  }

  async function update(on: DevnetChain): Promise<void> {
    const newest = await findSwap(on, known, signal)
    if (signal.aborted) return
    if (!newest) return store.set({ phase: 'none', chain: on })
    const shown = store.get()
    if (shown.phase === 'here' && shown.story.hash === newest.hash) return
    const story = await readSwap(on, newest, signal)
    if (story && !signal.aborted) store.set({ phase: 'here', chain: on, story, isOwn: isOwn(newest) })
  }

  void look()
  return store
}

const isOwn = ({ from }: Transaction) => sameAddress('eip155', from, connectedAccounts.get().eip155)

async function findSwap(
  { rpcUrl, pools }: DevnetChain,
  known: Map<string, Transaction>,
  signal: AbortSignal,
): Promise<Transaction | undefined> {
  const latest = await callRpc(rpcUrl, 'eth_blockNumber', [], quantity, signal)
  const fromBlock = `0x${(latest > lookBack ? latest - lookBack : 0n).toString(16)}`
  const filter = {
    address: pools.map(({ address }) => address),
    topics: [[v2Swap, v3Swap]],
    fromBlock,
    toBlock: 'latest',
  }
  const events = await callRpc(rpcUrl, 'eth_getLogs', [filter], logs, signal)
  const hashes = [...new Set(events.map(({ transactionHash }) => transactionHash))].reverse()
  const newest = await Promise.all(
    hashes.slice(0, connectedAccounts.get().eip155 ? maxSearched : 1).map(async (hash) => {
      const read = known.get(hash) ?? (await callRpc(rpcUrl, 'eth_getTransactionByHash', [hash], transaction, signal))
      known.set(hash, read)
      return read
    }),
  )
  for (const hash of known.keys()) if (!hashes.includes(hash)) known.delete(hash)
  return newest.find(isOwn) ?? newest[0]
}

async function readSwap(chain: DevnetChain, swap: Transaction, signal: AbortSignal): Promise<SwapStory | undefined> {
  const { rpcUrl } = chain
  const read = await callRpc(rpcUrl, 'eth_getTransactionReceipt', [swap.hash], receipt, signal)
  const block = `0x${read.blockNumber.toString(16)}`
  const parent = `0x${(read.blockNumber - 1n).toString(16)}`
  const balanceAt = (at: string) => callRpc(rpcUrl, 'eth_getBalance', [swap.from, at], quantity, signal)
  const [{ timestamp }, after, before] = await Promise.all([
    callRpc(rpcUrl, 'eth_getBlockByNumber', [block, false], blockHead, signal),
    balanceAt(block),
    balanceAt(parent),
  ])
  return describeSwap(chain, { transaction: swap, receipt: read, timestamp, nativeChange: after - before })
}
