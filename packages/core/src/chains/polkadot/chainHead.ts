import type { AskChain } from '../chain.ts'
import { isHash, nonsense } from './runtime.ts'

export type Block = { hash: string; number: number }

/** The last block that the chain can no longer take back. */
export async function finalBlock(ask: AskChain): Promise<Block> {
  const hash = await ask({ method: 'chain_getFinalizedHead', params: [] })
  if (!isHash(hash)) throw nonsense(hash)
  return { hash, number: numberIn(await ask({ method: 'chain_getHeader', params: [hash] })) }
}

/** How high the chain is. */
export const height = async (ask: AskChain): Promise<number> =>
  numberIn(await ask({ method: 'chain_getHeader', params: [] }))

function numberIn(header: unknown): number {
  const { number } = (header ?? {}) as { number?: unknown }
  if (typeof number !== 'string' || !/^0x[0-9a-f]{1,8}$/i.test(number)) throw nonsense(header)
  return Number(number)
}
