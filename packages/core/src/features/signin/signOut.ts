import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { siwxOf } from './siwxOf.ts'
import { forgetSkipped } from './skipSignIn.ts'

/** Who has left is signed in no longer: one account, or everyone. What the site does about it is the site's. */
export function signOut(kit: Kit, account?: { networkId: CaipNetworkId; address: string }): void {
  forgetSkipped(kit)
  const siwx = siwxOf(kit)
  const ending = account ? siwx?.revokeSession(account.networkId, account.address) : siwx?.setSessions([])
  ending?.catch((e: unknown) => kit.ports.log.error('The site did not end its sign-in', e))
}
