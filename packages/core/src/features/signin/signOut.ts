import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { siwxOf } from './siwxOf.ts'
import { forgetSkipped } from './skipSignIn.ts'

/** Ends the sign-in of one account or all; the rest is up to the site. */
export function signOut(kit: Kit, account?: { networkId: CaipNetworkId; address: string }): void {
  forgetSkipped(kit)
  const siwx = siwxOf(kit)
  const ending = account ? siwx?.revokeSession(account.networkId, account.address) : siwx?.setSessions([])
  ending?.catch((e: unknown) => kit.ports.log.error('The site did not end its sign-in', e))
}
