import { createHash, randomBytes } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { audit } from './audit.ts'
import { nameOf } from './codes.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { type Person, readPerson } from './readPerson.ts'

/** How long a link can revert a change: longer than the day that a new device waits in a `hardened` project. */
export const revertSeconds = 72 * 3600

type Row = Record<string, unknown>
/** The state that reverting a change of address restores: the identity, and every device with its shares. */
type SavedState = {
  person: Person
  changedBy: string
  codeKey: string | null
  charterSequence: number
  devices: Row[]
  shares: Row[]
  recoveries: Row[]
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const boundTo = (userId: string) => ['revert', userId] as const

/**
 * Saves what a change of address replaces; returns the token that reverts it. The shares that are sealed for the old
 * address are saved too: the guardian opens those, and no others, for the owner of that mailbox.
 */
export async function keepRevert(
  tx: Db,
  deps: EmbeddedDeps,
  { userId, deviceId, person }: { userId: string; deviceId: string; person: Person },
): Promise<string> {
  const { keyring, now } = deps
  const token = randomBytes(32).toString('base64url')
  const wallet = await tx
    .selectFrom('embedded_wallets')
    .select(['code_key', 'charter_sequence'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const devices = await tx.selectFrom('embedded_devices').selectAll().where('user_id', '=', userId).execute()
  const ids = devices.map(({ id }) => id)
  const [shares, recoveries] = await Promise.all(
    (['embedded_shares', 'embedded_recoveries'] as const).map((table) =>
      tx.selectFrom(table).selectAll().where('device_id', 'in', ids).execute(),
    ),
  )
  const saved: SavedState = {
    ...{ person, changedBy: deviceId, codeKey: wallet?.code_key?.toString('base64') ?? null },
    charterSequence: wallet?.charter_sequence ?? 0,
    devices: devices.map(written),
    shares: shares!.map(written),
    recoveries: recoveries!.map(written),
  }
  await tx
    .insertInto('embedded_reverts')
    .values({
      hash: hashOf(token),
      user_id: userId,
      name_index: person.identity.kind === 'email' ? nameOf(deps, person.identity.subject) : null,
      kept: keyring.sealText(boundTo(userId), JSON.stringify(saved)),
      made_at: now(),
      ends_at: addSeconds(now(), revertSeconds),
    })
    .execute()
  return token
}

/** Whether anyone except this person may still take an address back. */
export async function isHeldBack(tx: Db, name: Buffer, now: Date, exceptUserId?: string): Promise<boolean> {
  const held = await tx
    .selectFrom('embedded_reverts')
    .select('user_id')
    .where('name_index', '=', name)
    .where('ends_at', '>', now)
    .execute()
  return held.some(({ user_id }) => user_id !== exceptUserId)
}

export const canRevert = async ({ db, now }: EmbeddedDeps, token: string): Promise<boolean> =>
  (await find(db, token, now())) !== undefined

/**
 * Reverts a change of address for anyone with the link that went to the old one. Every session ends. The device that
 * made the change is locked out, and so are later ones; its shares are restored, for a device that the person recovers
 * on.
 */
export async function revertEmail(deps: EmbeddedDeps, token: string): Promise<void> {
  const { db, keyring, now } = deps
  await db.transaction().execute(async (tx) => {
    const seen = await find(tx, token, now())
    if (!seen) throw new KitError('not_found', { message: 'This link has expired.' })
    const { user_id: userId } = seen
    await tx.selectFrom('embedded_users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    // Of two concurrent clicks, one is first.
    const revert = await find(tx, token, now())
    if (!revert) throw new KitError('not_found', { message: 'This link has expired.' })
    const saved = JSON.parse(keyring.openText(boundTo(userId), revert.kept)) as SavedState
    const replaced = await readPerson(tx, deps, userId)
    await restoreIdentity(tx, deps, userId, saved.person)
    await restoreDevices(tx, userId, saved)
    await tx
      .updateTable('embedded_wallets')
      .set({
        code_key: saved.codeKey === null ? null : Buffer.from(saved.codeKey, 'base64'),
        // Otherwise no set would match: those from before the change have the charter from before it.
        charter_sequence: saved.charterSequence,
      })
      .where('user_id', '=', userId)
      .execute()
    await tx.updateTable('embedded_users').set({ delete_at: null }).where('id', '=', userId).execute()
    await tx
      .deleteFrom('embedded_reverts')
      .where('user_id', '=', userId)
      .where('made_at', '>=', revert.made_at)
      .execute()
    for (const { email } of [saved.person, replaced])
      await addNotice(tx, deps, { email, language: replaced.language }, { kind: 'e-mail change undone' })
    await audit(tx, keyring, { at: now(), event: 'e-mail change undone', userId, details: { device: saved.changedBy } })
  })
}

const find = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('embedded_reverts')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('ends_at', '>', now)
    .executeTakeFirst()

async function restoreIdentity(tx: Db, deps: EmbeddedDeps, userId: string, { identity, email }: Person) {
  const { kind, subject } = identity
  const { keyring } = deps
  await tx
    .updateTable('embedded_identities')
    .set(
      kind === 'email'
        ? { name_index: nameOf(deps, subject), subject: keyring.sealText(['subject', userId, 'email'], subject) }
        : { email: email === null ? null : keyring.sealText(['email', userId, kind], email) },
    )
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
}

async function restoreDevices(tx: Db, userId: string, { devices, shares, recoveries, changedBy }: SavedState) {
  const now = await tx.selectFrom('embedded_devices').select('id').where('user_id', '=', userId).execute()
  const known = new Set(devices.map(({ id }) => id as string))
  // A device's sessions and shares are deleted with it.
  const gone = now.map(({ id }) => id).filter((id) => id === changedBy || !known.has(id))
  if (gone.length > 0) await tx.deleteFrom('embedded_devices').where('id', 'in', gone).execute()
  const left = new Set(now.map(({ id }) => id).filter((id) => !gone.includes(id)))
  if (left.size > 0)
    await tx
      .deleteFrom('embedded_sessions')
      .where('device_id', 'in', [...left])
      .execute()
  const isMissing = (id: unknown) => !left.has(id as string)
  for (const device of devices.map(read).filter(({ id }) => isMissing(id))) {
    // No one has the key to this name: the set is there to recover from, the device is not.
    if (device.id === changedBy) device.thumbprint = `undone-${randomBytes(16).toString('hex')}`
    await tx
      .insertInto('embedded_devices')
      .values(device as never)
      .execute()
  }
  for (const [table, rows] of [
    ['embedded_shares', shares],
    ['embedded_recoveries', recoveries],
  ] as const)
    for (const row of rows.map(read).filter(({ device_id }) => isMissing(device_id)))
      await tx
        .insertInto(table)
        .values(row as never)
        .execute()
}

/** Converts a row to JSON and back. */
const written = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value)
        ? { bytes: value.toString('base64') }
        : value instanceof Date
          ? { atMs: value.getTime() }
          : value,
    ]),
  )
const read = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const { bytes, atMs } = (value ?? {}) as { bytes?: string; atMs?: number }
      return [name, bytes !== undefined ? Buffer.from(bytes, 'base64') : atMs !== undefined ? new Date(atMs) : value]
    }),
  )
