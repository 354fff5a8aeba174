import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { ServerChain } from '../../chains/serverChain.ts'
import { createQueryEsplora } from '../../rpc/bitcoin/createQueryEsplora.ts'

/** An answer of this shape from a chain's Esplora, or a failure. */
export type ReadEsplora = <T extends z.ZodMiniType>(
  chain: ServerChain,
  path: string,
  shape: T,
  signal: AbortSignal,
) => Promise<z.infer<T>>

/**
 * Reads from Esploras with the same limits as nodes: a number of concurrent requests per chain, half of it for one
 * visitor.
 */
export function createReadEsplora(ask = createQueryEsplora()): ReadEsplora {
  return async (chain, path, shape, signal) => {
    const { status, text } = await ask(chain, { path, signal })
    // The source is healthy but rejects this request: an address with too long a history, or an unknown page.
    if (status >= 400 && status < 500)
      throw new KitError('invalid_input', { message: 'The source rejected this request.' })
    const { success, data } = z.safeParse(shape, status === 200 ? parse(text) : undefined)
    if (!success) throw new KitError('unavailable', { message: 'The source returned an invalid response.' })
    return data
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // text instead of JSON
  }
}
