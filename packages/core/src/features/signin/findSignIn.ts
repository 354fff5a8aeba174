import { networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { signInAccount } from './signIn.ts'
import { siteMs, siwxOf } from './siwxOf.ts'

/** Queries whether the active account is signed in; `isOver` if it was until now. */
export async function findSignIn(kit: Kit, { isOver = false }: { isOver?: boolean } = {}): Promise<void> {
  const siwx = siwxOf(kit)
  const account = siwx && signInAccount(kit.store.get())
  if (!account) {
    kit.latest.cancel('signIn')
    kit.store.send({ type: 'signIn/left' })
    return
  }
  await kit.latest('signIn', async ({ send }) => {
    send({ type: 'signIn/checkStarted', account, isRequired: siwx.getRequired?.() ?? true })
    try {
      const { address } = parseCaipAddress(account)
      const sessions = await withDeadline(kit.ports.clock, siteMs, siwx.getSessions(networkOf(account), address))
      const ends = sessions
        .map(({ data }) => Date.parse(data?.expirationTime ?? ''))
        .filter((end) => !Number.isNaN(end))
      if (sessions.length === 0) send({ type: 'signIn/needed', account, ...(isOver ? { trouble: 'expired' } : {}) })
      else
        send({
          type: 'signIn/found',
          account,
          // If one never expires, none does.
          ...(ends.length === sessions.length ? { endsAt: Math.max(...ends) } : {}),
        })
    } catch (e) {
      kit.ports.log.error('Could not find out if the visitor is signed in', e)
      send({ type: 'signIn/needed', account, trouble: 'unknown' })
    }
  })
}
