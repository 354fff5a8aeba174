import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { FrameClient } from '@billfold/protocol/frame/createFrameClient'
import { permissionOf } from '@billfold/protocol/frame/frameRpc'
import type { Ports } from '../../ports/ports.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { chainIdOf } from './embeddedUser.ts'
import { solanaRequests } from './solanaRequests.ts'

/** Callbacks to the kit: the person is prompted, has responded, or a method is unsupported. */
type EmbeddedCallbacks =
  | { type: 'embedded/approvalAsked'; method: string }
  | { type: 'embedded/approvalEnded' }
  | { type: 'embedded/methodRefused'; method: string }

export type FrameCallsParts = {
  ports: Pick<Ports, 'clock' | 'log'>
  ask: FrameClient['ask']
  announce: (event: EmbeddedCallbacks) => void
}

const safeDeadlineMs = 30_000

/** Sends wallet methods to the frame, which shows the person those that need approval. */
export function createFrameCalls(
  { ask, ports, announce }: FrameCallsParts,
  moveTo: (networkId: CaipNetworkId) => Promise<void>,
  onUnauthorized: () => void,
) {
  const pending = new Set<AbortController>()

  async function call(networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal) {
    const permission = permissionOf(method)
    if (permission === 'refused') {
      ports.log.error('Requested RPC call is not allowed', method)
      announce({ type: 'embedded/methodRefused', method })
      throw new KitError('wallet_method_unsupported', { message: 'Action not allowed' })
    }
    await moveTo(networkId)
    const rpc = { method, ...(params === undefined ? {} : { params }) }
    if (permission === 'safe') return withDeadline(ports.clock, safeDeadlineMs, ask('RPC_REQUEST', rpc, signal))
    const stop = new AbortController()
    const abort = () => stop.abort()
    signal?.addEventListener('abort', abort)
    pending.add(stop)
    announce({ type: 'embedded/approvalAsked', method })
    try {
      return await ask('RPC_REQUEST', rpc, stop.signal)
    } catch (e) {
      // Closing the wallet's window is a rejection, with the code that sites expect.
      if (KitError.from(e).code === 'aborted') throw new KitError('user_rejected', { message: 'Request was aborted' })
      if (KitError.from(e).code === 'unauthorized') onUnauthorized()
      throw e
    } finally {
      signal?.removeEventListener('abort', abort)
      pending.delete(stop)
      announce({ type: 'embedded/approvalEnded' })
    }
  }

  return {
    async request(networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
      if (method === 'eth_chainId') return `0x${Number(chainIdOf(networkId)).toString(16)}`
      if (method === 'eth_sendTransaction') return call(networkId, method, onChain(networkId, params), signal)
      const encoded = Object.hasOwn(solanaRequests, method) && solanaRequests[method]!((params ?? {}) as never)
      if (!encoded) return call(networkId, method, params, signal)
      return encoded.read(await call(networkId, method, encoded.params, signal))
    },
    /** Cancels the requests that the person has not answered. */
    dismiss() {
      for (const stop of pending) stop.abort()
    },
  }
}

/** Signed data names its chain, so that it cannot be sent on another by mistake. */
const onChain = (networkId: CaipNetworkId, params: unknown): unknown => {
  const [transaction, ...rest] = (Array.isArray(params) ? params : []) as Record<string, unknown>[]
  const chainId = `0x${Number(chainIdOf(networkId)).toString(16)}`
  return transaction && transaction.chainId === undefined ? [{ ...transaction, chainId }, ...rest] : params
}
