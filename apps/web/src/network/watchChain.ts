import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { type BlockHead, blockHead } from './blockHead.ts'
import { callRpc, quantity } from './callRpc.ts'
import { openHeads } from './openHeads.ts'
import type { Ratio } from './ratio.ts'
import { readPrices, type TokenPrice } from './readPrices.ts'
import { readTrace } from './readTrace.ts'

/** The current state of one chain. */
export type ChainState = {
  chain: DevnetChain
  /** The newest blocks, oldest first. */
  heads: readonly BlockHead[]
  gasPrice: bigint | null
  prices: readonly TokenPrice[]
  /** Recent dollar prices of tokens with a pool, by token address, oldest first. */
  traces: Readonly<Record<string, readonly Ratio[]>>
  /** `live`: blocks arrive by WebSocket. `polling`: a request every two seconds. */
  wire: 'live' | 'polling'
  /** Time of the node's last response, in milliseconds; 0 before the first. */
  heardAt: number
}

export const headsKept = 32
const pollMs = 2_000
const pollWhenLiveMs = 4_000

/** A chain without any response yet. */
export function silentChain(chain: DevnetChain): ChainState {
  return { chain, heads: [], gasPrice: null, prices: [], traces: {}, wire: 'polling', heardAt: 0 }
}

/** Follows one chain until the signal: blocks by WebSocket, by polling if that fails, prices at each new block. */
export function watchChain(chain: DevnetChain, signal: AbortSignal, report: (state: ChainState) => void): void {
  let state = silentChain(chain)
  let readingPrices = false
  let pricedAt: string | undefined

  function change(patch: Partial<ChainState>): void {
    if (signal.aborted) return
    state = { ...state, ...patch }
    report(state)
  }

  function hear(head: BlockHead, more: Partial<ChainState> = {}): void {
    const last = state.heads.at(-1)
    const heads = last?.hash === head.hash ? state.heads : withHead(state.heads, head)
    change({ ...more, heads, heardAt: Date.now() })
    // A past that cannot be read stays empty; only the present matters here.
    if (!last) loadPast(head).catch(() => undefined)
    void refreshPrices()
  }

  /** The blocks before the first new one, so that the page does not begin with an empty past. */
  async function loadPast(head: BlockHead): Promise<void> {
    const oldest = head.number >= BigInt(headsKept) ? head.number - BigInt(headsKept) + 1n : 0n
    const numbers = Array.from({ length: Number(head.number - oldest) }, (_, index) => oldest + BigInt(index))
    const past = await Promise.all(
      numbers.map((number) =>
        callRpc(chain.rpcUrl, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false], blockHead, signal),
      ),
    )
    change({
      heads: [...past.filter(({ number }) => number < (state.heads[0]?.number ?? 0n)), ...state.heads].slice(
        -headsKept,
      ),
    })
  }

  async function refreshPrices(): Promise<void> {
    const head = state.heads.at(-1)
    if (!head || readingPrices || pricedAt === head.hash) return
    readingPrices = true
    try {
      const prices = await readPrices(chain, signal)
      const traces = await Promise.all(
        prices.map(async (each) => [each.token.address, await readTrace(chain, each, head.number, signal)] as const),
      )
      pricedAt = head.hash
      change({ prices, traces: Object.fromEntries(traces) })
    } catch {
      // The next block or poll retries; the shown prices stay, and the card shows the time of the last response.
    } finally {
      readingPrices = false
    }
  }

  async function poll(): Promise<void> {
    try {
      const [head, gasPrice] = await Promise.all([
        callRpc(chain.rpcUrl, 'eth_getBlockByNumber', ['latest', false], blockHead, signal),
        callRpc(chain.rpcUrl, 'eth_gasPrice', [], quantity, signal),
      ])
      hear(head, { gasPrice })
    } catch {
      // Silence shows by itself: `heardAt` grows old, and the card says so.
    }
    if (!signal.aborted) setTimeout(poll, state.wire === 'live' ? pollWhenLiveMs : pollMs)
  }

  openHeads({
    url: chain.wsUrl,
    signal,
    onHead: (head) => hear(head),
    onLive: (live) => change({ wire: live ? 'live' : 'polling' }),
  })
  void poll()
}

/**
 * Adds a block in its place; one with a lower or equal number replaces the blocks that a restart or reorganization
 * undid.
 */
export function withHead(heads: readonly BlockHead[], head: BlockHead): readonly BlockHead[] {
  return [...heads.filter(({ number }) => number < head.number), head].slice(-headsKept)
}
