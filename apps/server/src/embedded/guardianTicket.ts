import type { Output } from '@billfold/protocol/contract'
import type { embeddedApi } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import type { Tickets } from './createTickets.ts'
import type { EmbeddedDeps } from './embeddedDeps.ts'
import { readPerson } from './readPerson.ts'
import type { Member } from './sessions.ts'

const releaseSeconds = 15 * 60
/**
 * Ticket lifetime for devices with shares: they can recover without the API for this long after their last use of it.
 */
const enrolledSeconds = 90 * 86_400

/** Issues a ticket that proves to the guardian that the device's person has a wallet here. */
export async function getGuardianTicket(
  deps: EmbeddedDeps & { tickets: Tickets },
  { userId, deviceId }: Member,
  projectId: string,
): Promise<Output<typeof embeddedApi, 'getGuardianTicket'>> {
  const row = await deps.db
    .selectFrom('embedded_devices as d')
    .innerJoin('embedded_wallets as w', 'w.user_id', 'd.user_id')
    .leftJoin('embedded_shares as s', 's.device_id', 'd.id')
    .select(['w.id as walletId', 'd.seal_key', 's.device_id as enrolled'])
    .where('d.id', '=', deviceId)
    .executeTakeFirst()
  if (!row) throw new KitError('not_found', { message: 'This person has no wallet yet.' })
  const endsInSeconds = row.enrolled ? enrolledSeconds : releaseSeconds
  const ticket = await deps.tickets.sign(
    {
      sub: row.walletId,
      aud: projectId,
      identity: identityHash((await readPerson(deps.db, deps, userId)).identity),
      device: deviceId,
      sealKey: encodeBase64Url(row.seal_key),
    },
    endsInSeconds,
  )
  return { ticket, endsInSeconds }
}
