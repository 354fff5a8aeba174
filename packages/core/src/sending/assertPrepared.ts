import type { Kit } from '../kit.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { Halt } from './halt.ts'

const waitMs = 10_000

/**
 * Fetches all code that is needed between a wallet's request and the end of what it sends: the code that tracks the transaction,
 * the balances' after it, and what the screen `prepare`s. Once the wallet may have sent it, a missing file is too late.
 */
export async function assertPrepared(kit: Kit, prepare?: () => Promise<unknown>): Promise<void> {
  try {
    await withDeadline(
      kit.ports.clock,
      waitMs,
      Promise.all([import('../followers.ts'), import('../features/balances/movedTokens.ts'), prepare?.()]),
    )
  } catch (e) {
    kit.ports.log.info('Could not fetch code for the steps after the wallet', e)
    throw new Halt('not_loaded', 'A part of the page could not be loaded')
  }
}
