import type { Ask } from '../chain.ts'
import { refusedWith } from './sendRefusal.ts'

const decimalsData = '0x313ce567'

/** How many decimals a token counts in, as it says itself; nothing where it says none that make sense. */
export async function readDecimals(token: string, ask: Ask): Promise<number | undefined> {
  try {
    const answer = await ask({ method: 'eth_call', params: [{ to: token, data: decimalsData }, 'latest'] })
    const said = typeof answer === 'string' && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : 256n
    return said < 256n ? Number(said) : undefined
  } catch (e) {
    // A token without the question is counted as its list says.
    if (refusedWith(e) !== undefined) return undefined
    throw e
  }
}
