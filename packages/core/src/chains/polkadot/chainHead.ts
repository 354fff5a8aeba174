import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import type { QueryChain } from '../chainQuery.ts'
import { invalidResponse, isHash } from './runtime.ts'

export type Block = { hash: string; number: number }

/** Parents that are read one by one; for older blocks, the chain itself is asked. */
const maxParents = 64

/** The last finalized block. */
export async function finalBlock(ask: QueryChain): Promise<Block> {
  const hash = await ask({ method: 'chain_getFinalizedHead', params: [] })
  if (!isHash(hash)) throw invalidResponse(hash)
  return { hash, number: numberIn(await ask({ method: 'chain_getHeader', params: [hash] })) }
}

/** The block height. */
export const height = async (ask: QueryChain): Promise<number> =>
  numberIn(await ask({ method: 'chain_getHeader', params: [] }))

/** A block's hash by number, from this node; undefined if it has none. */
export async function hashAt(number: number, ask: QueryChain): Promise<string | undefined> {
  const hash = await ask({ method: 'chain_getBlockHash', params: [number] })
  return isHash(hash) ? hash : undefined
}

/** Whether a block is an ancestor of a final one, by the parents in between: a node may follow a fork near its end. */
export async function leadsTo(block: Block, final: Block, ask: QueryChain): Promise<boolean> {
  if (block.number > final.number) return false
  if (final.number - block.number > maxParents) return isRemembered(block, final, ask)
  let { hash } = final
  for (let { number } = final; number > block.number; number--) {
    const header = await ask({ method: 'chain_getHeader', params: [hash] })
    const parent = parentIn(header)
    if (parent === undefined) return false
    hash = parent
  }
  return hash === block.hash
}

/** Whether the state of a final block has the hash: a node can be stuck on a fork for hours. */
async function isRemembered({ hash, number }: Block, final: Block, ask: QueryChain): Promise<boolean> {
  const stored = await ask({ method: 'state_getStorage', params: [storageKeys.blockHash(number), final.hash] })
  // Chains remember thousands of blocks. Nodes do not stay on a fork for longer.
  return stored === null || stored === hash
}

export function parentIn(header: unknown): string | undefined {
  const { parentHash } = (header ?? {}) as { parentHash?: unknown }
  return isHash(parentHash) ? parentHash : undefined
}

function numberIn(header: unknown): number {
  const { number } = (header ?? {}) as { number?: unknown }
  if (typeof number !== 'string' || !/^0x[0-9a-f]{1,8}$/i.test(number)) throw invalidResponse(header)
  return Number(number)
}
