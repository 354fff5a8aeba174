import type { AskChain } from '../chain.ts'
import { isHash, nonsense } from './runtime.ts'

export type Block = { hash: string; number: number }

/** Forks that a node may still follow are shorter than this. */
const maxForkLength = 64

/** The last finalized block. */
export async function finalBlock(ask: AskChain): Promise<Block> {
  const hash = await ask({ method: 'chain_getFinalizedHead', params: [] })
  if (!isHash(hash)) throw nonsense(hash)
  return { hash, number: numberIn(await ask({ method: 'chain_getHeader', params: [hash] })) }
}

/** The block height. */
export const height = async (ask: AskChain): Promise<number> =>
  numberIn(await ask({ method: 'chain_getHeader', params: [] }))

/** A block's hash by number, from this node; undefined if it has none. */
export async function hashAt(number: number, ask: AskChain): Promise<string | undefined> {
  const hash = await ask({ method: 'chain_getBlockHash', params: [number] })
  return isHash(hash) ? hash : undefined
}

/** Whether a block is an ancestor of a final one, by the parents in between: a node may follow a fork near its end. */
export async function leadsTo(block: Block, final: Block, ask: AskChain): Promise<boolean> {
  if (block.number > final.number) return false
  if (final.number - block.number > maxForkLength) return true
  let { hash } = final
  for (let { number } = final; number > block.number; number--) {
    const header = await ask({ method: 'chain_getHeader', params: [hash] })
    const parent = parentIn(header)
    if (parent === undefined) return false
    hash = parent
  }
  return hash === block.hash
}

export function parentIn(header: unknown): string | undefined {
  const { parentHash } = (header ?? {}) as { parentHash?: unknown }
  return isHash(parentHash) ? parentHash : undefined
}

function numberIn(header: unknown): number {
  const { number } = (header ?? {}) as { number?: unknown }
  if (typeof number !== 'string' || !/^0x[0-9a-f]{1,8}$/i.test(number)) throw nonsense(header)
  return Number(number)
}
