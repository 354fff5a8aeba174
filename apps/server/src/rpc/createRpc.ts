import type { RpcReply, RpcRequest } from '@billfold/protocol/api/rpc'
import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Chains } from '../chains/createChains.ts'
import { createGate } from '../limits/createGate.ts'
import { chargeVisitor } from '../limits/workCosts.ts'
import { createBreaker } from './createBreaker.ts'
import { type FetchJson, fetchJson as realFetchJson } from './fetchJson.ts'
import { isBusy, readReplies } from './readReplies.ts'
import { rescueSend } from './rescueSend.ts'
import { RpcError } from './rpcError.ts'
import { isHeavy, unitsOf } from './rpcMethods.ts'
import type { UpstreamMetrics } from './upstreamMetrics.ts'

export type RpcCall = { method: string; params: readonly unknown[] }
/** The outcome of one call of a batch; a failed one does not affect the others. */
export type RpcOutcome = { ok: true; result: unknown } | { ok: false; error: RpcError }

type ForwardOptions = { isUnread?: boolean }

/** One chain's JSON-RPC. Rejects with RpcError if the chain rejects the call, with KitError if no node is available. */
export type ChainRpc = {
  call<T = unknown>(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<T>
  /** Sends all calls in as few requests as the node accepts; returns outcomes in the order of the calls. */
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcOutcome[]>
  /**
   * Forwards external calls: keeps their ids, and returns replies as the node wrote them. With `isUnread`, a large result
   * of a single call is an `UnreadResult`.
   */
  forward(requests: readonly RpcRequest[], signal?: AbortSignal, options?: ForwardOptions): Promise<RpcReply[]>
}
/** The JSON-RPC of a chain by its CAIP-2 id; throws `network_unknown` for a chain the server does not have. */
export type Rpc = (chainId: string) => ChainRpc

type RpcOptions = {
  chains: Pick<Chains, 'get'>
  metrics?: UpstreamMetrics | undefined
  /** Deadline of one attempt at one node. */
  deadlineMs?: number
  maxBytes?: number
  batchSize?: number
  /**
   * Requests to one chain at a time; more are queued, and beyond that rejected, so that a slow chain costs only itself.
   */
  atOnce?: number
  /** The part of them whose responses may be large: bounds their memory. */
  heavyAtOnce?: number
  waiting?: number
  fetchJson?: FetchJson
  now?: () => number
}

/** JSON-RPC over HTTP to the nodes of each chain: fails over between nodes; a breaker skips failing ones. */
export function createRpc({
  chains,
  metrics,
  deadlineMs = 10_000,
  maxBytes = 8_000_000,
  batchSize = 100,
  atOnce = 64,
  heavyAtOnce = 8,
  waiting = 512,
  fetchJson = realFetchJson,
  now = Date.now,
}: RpcOptions): Rpc {
  const breaker = createBreaker({ now })
  const gate = createGate({ atOnce, waiting })
  const heavyGate = createGate({ atOnce: heavyAtOnce, waiting })
  metrics?.watch(() => breaker.resting().map((key) => ({ upstream: 'rpc', chain: key.slice(0, key.indexOf(' ')) })))

  async function probe(namespace: Namespace, url: string, signal: AbortSignal) {
    const request: RpcRequest = { jsonrpc: '2.0', id: 0, ...probes[namespace], params: [] }
    const { status, json } = await fetchJson({ url, body: request }, { signal, deadlineMs, maxBytes })
    readReplies(json, [request], status)
  }

  async function post(
    chainId: string,
    requests: readonly RpcRequest[],
    signal?: AbortSignal,
    { isUnread = false }: ForwardOptions = {},
  ): Promise<RpcReply[]> {
    const chain = chains.get(chainId)
    if (!chain) throw unknownChain(chainId)
    const body = requests.length === 1 ? requests[0] : requests
    const onlyId = requests.length === 1 ? requests[0]?.id : undefined
    const unreadId = isUnread && typeof onlyId === 'number' ? onlyId : undefined
    let failure: unknown
    let lastWord: RpcReply[] | undefined
    for (const url of chain.rpcUrls) {
      const key = `${chainId} ${url}`
      if (!breaker.allows(key)) continue
      const done = metrics?.begin('rpc', chainId, { 'rpc.method': requests[0]?.method, 'rpc.calls': requests.length })
      try {
        const { status, json } = await fetchJson(
          { url, body, headers: done?.headers(url), unreadId },
          { signal, deadlineMs, maxBytes },
        )
        const replies = readReplies(json, requests, status)
        breaker.succeeded(key)
        done?.(replies.some(isBusy) ? 'busy' : 'ok')
        // A rate-limited node is not the last resort while there is another one.
        if (!replies.some(isBusy)) return rescueSend(requests, replies, failure !== undefined)
        lastWord = replies
      } catch (e) {
        failure = e
        if (signal?.aborted) {
          breaker.released(key)
          done?.('aborted')
          throw e
        }
        const code = e instanceof KitError ? e.code : undefined
        done?.(code === 'timeout' ? 'timeout' : 'failed')
        // An oversized response is the request's fault: no one may close a chain to others by requesting it.
        if (code === 'body_too_large' || (code === 'timeout' && isHeavy(chain.namespace, requests)))
          breaker.released(key)
        // Visitors can make a node time out: it is skipped for all only if it fails the server's probe, too.
        else breaker.doubted(key, (stop) => probe(chain.namespace, url, stop))
        if (code === 'body_too_large') throw e
      }
    }
    if (lastWord) return lastWord
    throw new KitError('unavailable', { message: `No node of ${chain.name} answers.`, cause: failure })
  }

  return (chainId) => {
    const known = chains.get(chainId)
    if (!known) throw unknownChain(chainId)
    const send: ChainRpc['forward'] = (requests, signal, options) =>
      gate(chainId, () => post(chainId, requests, signal, options), signal)

    const batch: ChainRpc['batch'] = async (calls, signal) => {
      chargeVisitor(unitsOf(known.namespace, calls))
      const parts: RpcCall[][] = []
      for (let at = 0; at < calls.length; at += batchSize) parts.push(calls.slice(at, at + batchSize))
      const replies = await Promise.all(
        parts.map((part) =>
          send(
            part.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: [...params] })),
            signal,
          ),
        ),
      )
      return replies
        .flat()
        .map((reply) =>
          'error' in reply ? { ok: false, error: new RpcError(reply.error) } : { ok: true, result: reply.result },
        )
    }

    return {
      forward: (requests, signal, options) =>
        isHeavy(known.namespace, requests)
          ? heavyGate(chainId, () => send(requests, signal, options), signal)
          : send(requests, signal, options),
      batch,
      async call<T>(method: string, params: readonly unknown[], signal?: AbortSignal) {
        const [outcome] = await batch([{ method, params }], signal)
        if (!outcome?.ok) throw outcome?.error ?? new KitError('internal')
        return outcome.result as T
      },
    }
  }
}

/** A request that every healthy node answers at once: the head of its chain. */
const probes: Readonly<Record<Namespace, { method: string }>> = {
  eip155: { method: 'eth_blockNumber' },
  solana: { method: 'getSlot' },
  polkadot: { method: 'chain_getFinalizedHead' },
  bip122: { method: 'getblockcount' },
}

const unknownChain = (chainId: string) =>
  new KitError('network_unknown', { message: `This server has no chain ${chainId.slice(0, 50)}.` })
