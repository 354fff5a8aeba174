import type { Kit } from './kit.ts'
import { withDeadline } from './ports/withDeadline.ts'

const waitMs = 10_000

/**
 * Whether everything is here that is needed from a wallet's request to the end of what it sends, after fetching it: what follows
 * the transaction, and what the screen `prepare`s. Once the wallet may have sent it, it is too late to find a file missing.
 */
export async function isPrepared(kit: Kit, prepare?: () => Promise<unknown>): Promise<boolean> {
  try {
    await withDeadline(kit.ports.clock, waitMs, Promise.all([import('./followers.ts'), prepare?.()]))
    return true
  } catch (e) {
    kit.ports.log.info('Could not fetch what is needed after the wallet is asked', e)
    return false
  }
}
