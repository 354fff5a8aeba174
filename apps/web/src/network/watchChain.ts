import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { type BlockHead, blockHead } from './blockHead.ts'
import { callRpc, quantity } from './callRpc.ts'
import { openHeads } from './openHeads.ts'
import type { Ratio } from './ratio.ts'
import { readPrices, type TokenPrice } from './readPrices.ts'
import { readTrace } from './readTrace.ts'

/** What is known of one chain right now. */
export type ChainState = {
  chain: DevnetChain
  /** The newest blocks heard, oldest first. */
  heads: readonly BlockHead[]
  gasPrice: bigint | null
  prices: readonly TokenPrice[]
  /** Recent prices of tokens with a pool against the dollar, by token address, oldest first. */
  traces: Readonly<Record<string, readonly Ratio[]>>
  /** `live`: blocks arrive by WebSocket. `polling`: asked every two seconds. */
  wire: 'live' | 'polling'
  /** When the node last answered anything, in milliseconds; 0 before the first answer. */
  heardAt: number
}

export const headsKept = 32
const pollMs = 2_000
const pollWhenLiveMs = 4_000

/** A chain nothing was heard from yet. */
export function silentChain(chain: DevnetChain): ChainState {
  return { chain, heads: [], gasPrice: null, prices: [], traces: {}, wire: 'polling', heardAt: 0 }
}

/** Follows one chain until the signal: blocks by WebSocket, by polling where that fails, prices at each new block. */
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
    // A past that cannot be read stays empty; the present is what matters here.
    if (!last) lookBack(head).catch(() => undefined)
    void refreshPrices()
  }

  /** The blocks before the first one heard, so that the page does not begin with an empty past. */
  async function lookBack(head: BlockHead): Promise<void> {
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
      // The next block or poll asks again; the shown prices stay, and the card says when the chain was last heard.
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

/** Adds a block in its place; one with a lower or equal number replaces what a restarted or reorganised chain undid. */
export function withHead(heads: readonly BlockHead[], head: BlockHead): readonly BlockHead[] {
  return [...heads.filter(({ number }) => number < head.number), head].slice(-headsKept)
}
