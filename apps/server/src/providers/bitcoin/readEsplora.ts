import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { ServerChain } from '../../chains/serverChain.ts'
import { askEsplora } from '../../rpc/bitcoin/askEsplora.ts'

/** An answer of this shape from a chain's Esplora, or a failure. */
export async function readEsplora<T extends z.ZodMiniType>(
  chain: ServerChain,
  path: string,
  shape: T,
  signal: AbortSignal,
): Promise<z.infer<T>> {
  const { status, text } = await askEsplora(chain, { path, signal })
  const { success, data } = z.safeParse(shape, status === 200 ? parse(text) : undefined)
  if (!success) throw new KitError('unavailable', { message: 'The source answered with something else.' })
  return data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a text, where JSON was asked for
  }
}
