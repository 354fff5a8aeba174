import type { Kit } from '../kit.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { Halt } from './halt.ts'

const waitMs = 10_000

/**
 * Fetches everything that is needed from a wallet's request to the end of what it sends: what follows the transaction, and what
 * the screen `prepare`s. Once the wallet may have sent it, it is too late to find a file missing.
 */
export async function assertPrepared(kit: Kit, prepare?: () => Promise<unknown>): Promise<void> {
  try {
    await withDeadline(kit.ports.clock, waitMs, Promise.all([import('../followers.ts'), prepare?.()]))
  } catch (e) {
    kit.ports.log.info('Could not fetch code for the steps after the wallet', e)
    throw new Halt('not_loaded', 'A part of the page could not be loaded')
  }
}
