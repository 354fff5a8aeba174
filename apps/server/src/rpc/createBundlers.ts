import type { RpcReply, RpcRequest } from '@billfold/protocol/api/rpc'
import { KitError } from '@billfold/protocol/error'
import type { ServerChain } from '../chains/serverChain.ts'
import { createGate } from '../limits/createGate.ts'
import { createBreaker } from './createBreaker.ts'
import { type FetchJson, fetchJson as realFetchJson } from './fetchJson.ts'
import { readReplies } from './readReplies.ts'
import type { UpstreamMetrics } from './upstreamMetrics.ts'

/** Sends ERC-4337 calls to a chain's bundler. */
export type Bundlers = (chain: ServerChain, requests: readonly RpcRequest[], signal: AbortSignal) => Promise<RpcReply[]>

type Options = { metrics?: UpstreamMetrics; deadlineMs?: number; maxBytes?: number; fetchJson?: FetchJson }

/** One bundler per chain, without retries: an operation that may have been accepted never goes to a second one. */
export function createBundlers(options: Options = {}): Bundlers {
  const { metrics, deadlineMs = 10_000, maxBytes = 2_000_000, fetchJson = realFetchJson } = options
  const breaker = createBreaker()
  const gate = createGate({ atOnce: 32, waiting: 256 })
  metrics?.watch(() => breaker.resting().map((chain) => ({ upstream: 'bundler', chain })))
  return (chain, requests, signal) =>
    gate(
      chain.id,
      async () => {
        const { id, bundlerUrl } = chain
        if (!bundlerUrl) throw new KitError('unavailable', { message: `This server has no bundler for ${chain.name}.` })
        if (!breaker.allows(id)) throw silent(chain)
        const done = metrics?.begin('bundler', id)
        try {
          const body = requests.length === 1 ? requests[0] : requests
          const { json, status } = await fetchJson(
            { url: bundlerUrl, body, headers: done?.headers(bundlerUrl) },
            { signal, deadlineMs, maxBytes },
          )
          const replies = readReplies(json, requests, status)
          breaker.succeeded(id)
          done?.('ok')
          return replies
        } catch (e) {
          if (signal.aborted) breaker.released(id)
          // The operation's contracts decide how long its simulation takes.
          else breaker.doubted(id, (stop) => fetchJson(probeOf(bundlerUrl), { signal: stop, deadlineMs, maxBytes }))
          done?.(signal.aborted ? 'aborted' : e instanceof KitError && e.code === 'timeout' ? 'timeout' : 'failed')
          throw signal.aborted ? e : silent(chain, e)
        }
      },
      signal,
    )
}

const probeOf = (url: string) => ({ url, body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] } })

const silent = ({ name }: ServerChain, cause?: unknown) =>
  new KitError('unavailable', { message: `The bundler of ${name} does not respond.`, cause })
