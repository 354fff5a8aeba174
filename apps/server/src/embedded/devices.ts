import type { Output } from '@billfold/protocol/contract'
import type { embeddedApi, SignedChange } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { audit } from './audit.ts'
import type { EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { readPerson } from './readPerson.ts'
import type { Member } from './sessions.ts'
import { findWallet, takeChange } from './wallets.ts'

/** A person's devices, the most recently used first. */
export async function listDevices(
  { db }: EmbeddedDeps,
  { userId, deviceId }: Member,
): Promise<Output<typeof embeddedApi, 'listDevices'>> {
  const rows = await db
    .selectFrom('embedded_devices as d')
    .leftJoin('embedded_shares as h', 'h.device_id', 'd.id')
    .select(['d.id', 'd.label', 'd.created_at', 'd.last_seen_at', 'd.seal_key', 'h.device_id as enrolled'])
    .where('d.user_id', '=', userId)
    .orderBy('d.last_seen_at', 'desc')
    .limit(100)
    .execute()
  return {
    devices: rows.map(({ id, label, created_at, last_seen_at, seal_key, enrolled }) => ({
      deviceId: id,
      label,
      isThisOne: id === deviceId,
      createdAt: created_at.getTime(),
      lastSeenAt: last_seen_at.getTime(),
      ...(enrolled === null && { sealKey: encodeBase64Url(seal_key) }),
    })),
  }
}

/**
 * Deletes a device with its shares and sessions: what it still holds opens nothing. The last one that can open the
 * wallet stays, since no one could open it afterwards. If there is a wallet, its key must sign this.
 */
export async function revokeDevice(
  deps: EmbeddedDeps,
  { userId }: Member,
  { deviceId, change }: { deviceId: string; change: SignedChange },
) {
  const { db, keyring, now } = deps
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('embedded_users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    const devices = await tx
      .selectFrom('embedded_devices as d')
      .leftJoin('embedded_shares as h', 'h.device_id', 'd.id')
      .select(['d.id', 'd.label', 'h.device_id as enrolled'])
      .where('d.user_id', '=', userId)
      .execute()
    const target = devices.find(({ id }) => id === deviceId)
    if (!target) throw new KitError('not_found', { message: 'Device not found.' })
    const wallet = await findWallet(tx, { userId })
    if (wallet) await takeChange(tx, wallet, change, { action: 'revoke', deviceId })
    if (target.enrolled && !devices.some(({ id, enrolled }) => enrolled && id !== deviceId))
      throw new KitError('invalid_request', {
        message: 'No other device can open this wallet: add one first, or export the wallet.',
      })
    await tx.deleteFrom('embedded_devices').where('id', '=', deviceId).execute()
    const notice = { kind: 'device revoked', label: target.label } as const
    await addNotice(tx, deps, await readPerson(tx, deps, userId), notice)
    await audit(tx, keyring, { at: now(), event: 'device revoked', userId, details: { device: deviceId } })
  })
  return { status: 'ok' }
}
