import type { Kit } from '../kit.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { Halt } from './halt.ts'

const waitMs = 10_000

/**
 * Preloads all code needed after a wallet's request: tracking, balances, and the screen to `prepare`. Once the wallet
 * may have sent it, a missing file is too late.
 */
export async function preloadFlowCode(
  kit: Kit,
  preload: () => Promise<unknown>,
  prepare?: () => Promise<unknown>,
): Promise<void> {
  try {
    await withDeadline(kit.ports.clock, waitMs, Promise.all([preload(), prepare?.()]))
  } catch (e) {
    kit.ports.log.info('Could not fetch code for the steps after the wallet', e)
    throw new Halt('not_loaded', 'A part of the page could not be loaded')
  }
}
