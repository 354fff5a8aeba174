import type { Blockchain, Context, Handlers } from '@acala-network/chopsticks-core'
import { RpcError } from '../rpcError.ts'
import { genesisHash } from './describePolkadot.ts'

type Handler = Handlers[string]

/** The position of the block hash among a method's params. */
const blockAt: Readonly<Record<string, number>> = {
  chain_getBlock: 0,
  chain_getHeader: 0,
  payment_queryInfo: 1,
  payment_queryFeeDetails: 1,
  state_call: 2,
  state_getKeysPaged: 3,
  state_getMetadata: 0,
  state_getRuntimeVersion: 0,
  state_getStorage: 1,
  state_getStorageAt: 1,
  state_queryStorageAt: 1,
}

/**
 * A node's methods: Chopsticks' own, except for unknown blocks, which it would take for the first one of a network to
 * fork, and fees, which it returns in bytes and nodes in words.
 */
export function nodeMethods(handlers: Handlers): Handlers {
  const own: Handlers = {
    async chain_getBlockHash(context, [number]) {
      if (Array.isArray(number)) return number.map((each) => hashOf(context.chain, each))
      return hashOf(context.chain, number)
    },
    async payment_queryInfo(context, params, subscriptions) {
      const bytes = await handlers.payment_queryInfo!(context, params, subscriptions)
      const info = (await context.chain.head.registry).createType('RuntimeDispatchInfo', bytes)
      return {
        ...(info.toJSON() as object),
        partialFee: String((info as unknown as { partialFee: unknown }).partialFee),
      }
    },
  }
  const known = Object.fromEntries(
    Object.entries(blockAt).map(([name, at]) => [name, forKnownBlocks(own[name] ?? handlers[name]!, name, at)]),
  )
  const all: Handlers = { ...handlers, ...own, ...known }
  return { ...all, rpc_methods: async () => ({ version: 1, methods: Object.keys(all).sort() }) }
}

const forKnownBlocks =
  (run: Handler, name: string, at: number): Handler =>
  async (context: Context, params: unknown, subscriptions) => {
    const hash: unknown = (params as readonly unknown[])[at]
    if (hash === undefined || hash === null || isHeld(context.chain, hash)) return run!(context, params, subscriptions)
    // A node's error for a block that it does not have, or no longer.
    if (name === 'chain_getBlock' || name === 'chain_getHeader') return null
    throw new RpcError(
      4003,
      `Client error: Api called for an unknown Block: State already discarded for ${String(hash)}`,
    )
  }

const isHeld = (chain: Blockchain, hash: unknown): boolean =>
  chain.blocksInMemory().some((block) => block.hash === hash)

function hashOf(chain: Blockchain, number: unknown): string | null {
  if (number === undefined || number === null) return chain.head.hash
  const height = Number(number)
  if (height === 0) return genesisHash
  return chain.blocksInMemory().find((block) => block.number === height)?.hash ?? null
}
