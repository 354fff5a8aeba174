import type { Hex } from 'viem'
import { createEdrProvider } from './edrProvider.ts'

/** A chain to talk to: what deployments, bundler, paymaster, faucet and market need of it. */
export type Evm = {
  chainId: number
  /** Rejects with an Error that has `code` and `data` when the node answers with a JSON-RPC error. */
  request<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>
}

export type EvmNode = Evm & { close(): Promise<void> }

/** Starts a chain in this process. */
export async function createEvmNode(options: {
  chainId: number
  blockTime: number
  genesisTime: number
}): Promise<EvmNode> {
  const provider = await createEdrProvider({ ...options, onNotification() {} })
  let head = options.genesisTime
  return {
    chainId: options.chainId,
    async request<T>(method: string, params?: readonly unknown[]) {
      const result = await provider.request(method, params)
      if (method === 'eth_sendTransaction' || method === 'eth_sendRawTransaction') {
        await provider.request('evm_setNextBlockTimestamp', [++head])
        await provider.request('evm_mine')
      }
      return result as T
    },
    async close() {},
  }
}
export type Notification = { subscription: Hex; result: unknown }
