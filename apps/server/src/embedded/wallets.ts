import type { Input, Output } from '@billfold/protocol/contract'
import type { embeddedApi, ShareSet, SignedChange } from '@billfold/protocol/embedded/embeddedApi'
import { sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { isChangeSigned, type WalletChange } from '@billfold/protocol/embedded/walletChange'
import type { WalletCharter } from '@billfold/protocol/embedded/walletCharter'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import type { Selectable } from 'kysely'
import { audit } from './audit.ts'
import type { Db, EmbeddedDeps } from './embeddedDeps.ts'
import type { EmbeddedTables } from './embeddedTables.ts'
import { addNotice } from './notices.ts'
import { readPerson } from './readPerson.ts'
import { open, seal } from './sealing.ts'
import type { Member } from './sessions.ts'

type Api = typeof embeddedApi
const devicesPerWallet = 50
const ok = { status: 'ok' }

/** Stores a person's first wallet, with the shares of the device that made it. Idempotent for the same device. */
export async function createWallet(deps: EmbeddedDeps, member: Member, input: Input<Api, 'createWallet'>) {
  const { db, keyring, now } = deps
  const { walletId, shares, evmAddress, solanaAddress } = input
  await db.transaction().execute(async (tx) => {
    await holdPerson(tx, member)
    const existing = await findWallet(tx, member)
    if (existing) {
      const mine = await findShares(tx, member.deviceId)
      const isSame = existing.id === walletId && mine && isSameSet(await keyOf(tx, deps, member), member, mine, shares)
      if (!isSame) throw new KitError('account_mismatch', { message: 'This person already has a wallet.' })
      return
    }
    if (shares.generation !== 1) throw skipped()
    const made = await tx
      .insertInto('embedded_wallets')
      .values({
        id: walletId,
        user_id: member.userId,
        evm_address: evmAddress,
        solana_address: solanaAddress,
        generation: shares.generation,
        created_at: now(),
      })
      .onConflict((c) => c.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!made) throw new KitError('account_mismatch', { message: 'This wallet id is taken.' })
    const { deviceId } = member
    await takeChange(tx, made, input.change, { action: 'create', deviceId, evmAddress, solanaAddress, shares })
    await saveShares(tx, deps, member, made, shares, true)
    const details = { device: member.deviceId, wallet: walletId }
    await audit(tx, keyring, { at: now(), event: 'wallet made', userId: member.userId, details })
  })
  return ok
}

/** Stores the shares of another device, or new ones of a known device with a higher generation. */
export async function enrolDevice(
  deps: EmbeddedDeps,
  member: Member,
  { shares, replacesCode = false, change }: Input<Api, 'enrolDevice'>,
) {
  const { db, keyring, now } = deps
  await db.transaction().execute(async (tx) => {
    const { label } = await holdPerson(tx, member)
    const { deviceId } = member
    const made = { change, shares, by: { action: 'enroll', deviceId, shares, replacesCode } } as const
    const { isNew } = await drawAnew(tx, deps, member, made)
    if (isNew) await addNotice(tx, deps, await readPerson(tx, deps, member.userId), { kind: 'device enrolled', label })
    const details = { device: member.deviceId, generation: shares.generation, isNew }
    await audit(tx, keyring, { at: now(), event: 'device enrolled', userId: member.userId, details })
  })
  return ok
}

/**
 * Stores a device's shares, its first or a higher generation in place of the last, if the wallet's key signed them;
 * identical ones change nothing. The caller holds the lock on the person.
 */
export async function drawAnew(
  tx: Db,
  deps: EmbeddedDeps,
  member: Member,
  { shares, change, by }: { shares: ShareSet; change: SignedChange; by: WalletChange },
): Promise<{ isNew: boolean }> {
  const wallet = await requireWallet(tx, member)
  const mine = await findShares(tx, member.deviceId)
  if (mine && isSameSet(await keyOf(tx, deps, member), member, mine, shares)) return { isNew: false }
  await takeChange(tx, wallet, change, by)
  if (mine && shares.generation <= mine.generation)
    throw new KitError('invalid_request', { message: 'This device already has shares of this generation.' })
  if (shares.generation > wallet.generation + 1) throw skipped()
  if (!mine && (await countDevices(tx, wallet.id)) >= devicesPerWallet && !(await makeRoom(tx, wallet.id)))
    throw new KitError('invalid_request', { message: `A wallet can have at most ${devicesPerWallet} devices.` })
  await saveShares(tx, deps, member, wallet, shares, by.action === 'enroll' && by.replacesCode)
  if (shares.generation > wallet.generation)
    await tx
      .updateTable('embedded_wallets')
      .set({ generation: shares.generation })
      .where('id', '=', wallet.id)
      .execute()
  return { isNew: !mine }
}

/**
 * Applies a change that the wallet's key signed; rejects any other, whatever the session. The caller holds the lock on
 * the person.
 */
export async function takeChange(
  tx: Db,
  { id, evm_address, change_count }: Pick<Wallet, 'id' | 'evm_address' | 'change_count'>,
  signed: SignedChange,
  change: WalletChange,
): Promise<void> {
  if (!isChangeSigned({ walletId: id, evmAddress: evm_address }, signed, change))
    throw new KitError('sign_in_unproven', { message: 'The wallet did not sign this change.' })
  if (signed.count !== change_count)
    throw new KitError('account_mismatch', { message: 'The wallet was changed meanwhile. Try again.' })
  await tx
    .updateTable('embedded_wallets')
    .set({ change_count: change_count + 1 })
    .where('id', '=', id)
    .execute()
}

/** This device's auth share, sealed to it. */
export async function readShare(deps: EmbeddedDeps, member: Member): Promise<Output<Api, 'readShare'>> {
  const mine = await findShares(deps.db, member.deviceId)
  if (!mine) throw new KitError('not_found', { message: 'This device has no share.' })
  const key = await keyOf(deps.db, deps, member)
  const { charter_sequence } = await requireWallet(deps.db, member)
  const sealed = await deliver(deps.db, member, openShare(key, member, mine), mine)
  return { sealed, generation: mine.generation, charterSequence: charter_sequence }
}

/**
 * Recovery options of a device without shares: one half from us, sealed to it, the other for anyone who can open it.
 */
export async function readRecoveries(deps: EmbeddedDeps, member: Member): Promise<Output<Api, 'readRecoveries'>> {
  const { db, keyring, now } = deps
  const wallet = await requireWallet(db, member)
  const key = await keyOf(db, deps, member)
  const rows = await db.selectFrom('embedded_shares').selectAll().where('wallet_id', '=', wallet.id).execute()
  const sets = await Promise.all(
    rows.filter(hasCharter).map(async (row) => ({
      deviceId: row.device_id,
      generation: row.generation,
      identity: open([key], ['share-identity', row.device_id], row.identity).toString(),
      charter: openCharter(key, row.device_id, row.charter),
      authShare: await deliver(db, member, openShare(key, member, row), row),
      recoveries: await readSealed(db, row.device_id),
    })),
  )
  const line = {
    at: now(),
    event: 'recoveries read',
    userId: member.userId,
    details: { device: member.deviceId },
  } as const
  await db.transaction().execute((tx) => audit(tx, keyring, line))
  return { sets, changeCount: wallet.change_count }
}

/** Locks the person until the transaction ends, so that what is one per person is made once. */
async function holdPerson(tx: Db, { userId, deviceId }: Member): Promise<{ label: string }> {
  await tx.selectFrom('embedded_users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  const device = await tx.selectFrom('embedded_devices').select('label').where('id', '=', deviceId).executeTakeFirst()
  // Revoked during the request.
  if (!device) throw new KitError('unauthorized')
  return device
}

export const findWallet = (db: Db, { userId }: Pick<Member, 'userId'>) =>
  db.selectFrom('embedded_wallets').selectAll().where('user_id', '=', userId).executeTakeFirst()

async function requireWallet(db: Db, member: Member) {
  const wallet = await findWallet(db, member)
  if (!wallet) throw new KitError('not_found', { message: 'This person has no wallet yet.' })
  return wallet
}

/** The EVM address of a person's wallet. */
export const readEvmAddress = async ({ db }: EmbeddedDeps, member: Member): Promise<string> =>
  (await requireWallet(db, member)).evm_address

const findShares = (db: Db, deviceId: string) =>
  db.selectFrom('embedded_shares').selectAll().where('device_id', '=', deviceId).executeTakeFirst()

async function countDevices(tx: Db, walletId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('embedded_shares')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('wallet_id', '=', walletId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Deletes the least recently used device without a session. A browser with cleared storage returns as a new device, so
 * such sets pile up; every newer one can recover whatever an old one could.
 */
async function makeRoom(tx: Db, walletId: string): Promise<boolean> {
  const idle = await tx
    .selectFrom('embedded_shares as h')
    .innerJoin('embedded_devices as d', 'd.id', 'h.device_id')
    .leftJoin('embedded_sessions as s', 's.device_id', 'd.id')
    .select('d.id')
    .where('h.wallet_id', '=', walletId)
    .where('s.id', 'is', null)
    .orderBy('d.last_seen_at')
    .executeTakeFirst()
  if (idle) await tx.deleteFrom('embedded_devices').where('id', '=', idle.id).execute()
  return idle !== undefined
}

/** The key of one person's shares. */
async function keyOf(db: Db, { keyring }: EmbeddedDeps, { userId }: Member): Promise<Buffer> {
  const row = await db.selectFrom('embedded_users').select('key').where('id', '=', userId).executeTakeFirst()
  if (!row) throw new KitError('unauthorized')
  return keyring.openUserKey(userId, row.key)
}

type Wallet = Selectable<EmbeddedTables['embedded_wallets']>
type Row = Selectable<EmbeddedTables['embedded_shares']>
type Place = Pick<Row, 'device_id' | 'wallet_id' | 'generation'>

const boundTo = (userId: string, { wallet_id, device_id, generation }: Place) =>
  ['auth-share', userId, wallet_id, device_id, generation] as const
const openShare = (key: Buffer, { userId }: Member, row: Row) => open([key], boundTo(userId, row), row.auth_share)
const sealIdentity = (key: Buffer, { deviceId }: Member, identity: string) =>
  seal(key, ['share-identity', deviceId], Buffer.from(identity))

/** The column was added later: a set without a charter is useless to any device. */
const hasCharter = <T extends { charter: Buffer | null | undefined }>(row: T): row is T & { charter: Buffer } =>
  row.charter != null
const charterPlace = (deviceId: string) => ['share-charter', deviceId] as const
const openCharter = (key: Buffer, deviceId: string, charter: Buffer): WalletCharter =>
  JSON.parse(open([key], charterPlace(deviceId), charter).toString())
const skipped = () => new KitError('invalid_request', { message: 'Generations must increase by one.' })

function isSameSet(key: Buffer, member: Member, row: Row, shares: ShareSet): boolean {
  const kept = openShare(key, member, row)
  return row.generation === shares.generation && kept.equals(decodeBase64Url(shares.authShare))
}

async function saveShares(
  tx: Db,
  deps: EmbeddedDeps,
  member: Member,
  { id: walletId, charter_sequence }: Pick<Wallet, 'id' | 'charter_sequence'>,
  shares: ShareSet,
  replacesCode: boolean,
) {
  const { charter } = shares
  const identity = identityHash((await readPerson(tx, deps, member.userId)).identity)
  // A device that does not know the newest charter learns it here, before it encrypts for someone of before.
  if (charter.sequence < charter_sequence || (charter.identity !== null && charter.identity !== identity))
    throw new KitError('account_mismatch', { message: 'The wallet was changed on another device. Try again.' })
  const key = await keyOf(tx, deps, member)
  const place = { device_id: member.deviceId, wallet_id: walletId, generation: shares.generation }
  const row = {
    ...place,
    auth_share: seal(key, boundTo(member.userId, place), decodeBase64Url(shares.authShare)),
    identity: sealIdentity(key, member, identity),
    charter: seal(key, charterPlace(member.deviceId), Buffer.from(JSON.stringify(charter))),
    made_at: deps.now(),
  }
  await tx
    .insertInto('embedded_shares')
    .values(row)
    .onConflict((c) => c.column('device_id').doUpdateSet(row))
    .execute()
  await tx
    .updateTable('embedded_wallets')
    .set({ charter_sequence: charter.sequence })
    .where('id', '=', walletId)
    .execute()
  const code = await countingCode(tx, walletId, shares, replacesCode)
  await forgetRemoved(tx, walletId, charter)
  const isOld = ({ key }: ShareSet['recoveries'][number]) =>
    (key.kind === 'code' && code !== null && key.publicKey !== code) || charter.removed?.includes(key.publicKey)
  await saveRecoveries(
    tx,
    member,
    shares.recoveries.filter((each) => !isOld(each)),
  )
  await forgetLettingIn(tx, member)
}

/** Deletes what any device encrypted to a passkey that the wallet has removed. */
async function forgetRemoved(tx: Db, walletId: string, { removed = [] }: WalletCharter): Promise<void> {
  if (removed.length === 0) return
  const keys = removed.map((key) => Buffer.from(decodeBase64Url(key)))
  await tx
    .deleteFrom('embedded_recoveries')
    .where('kind', '=', 'passkey')
    .where('public_key', 'in', keys)
    .where('device_id', 'in', (e) =>
      e.selectFrom('embedded_shares').select('device_id').where('wallet_id', '=', walletId),
    )
    .execute()
}

/**
 * The valid recovery code of a wallet. A new one replaces the old one in every device's set at once; a device that does
 * not know it yet, and seals to the old one, cannot bring that back. Null for a wallet whose codes predate this column.
 */
async function countingCode(tx: Db, walletId: string, shares: ShareSet, replacesCode: boolean): Promise<string | null> {
  const given = shares.recoveries.find(({ key }) => key.kind === 'code')?.key.publicKey
  if (replacesCode && given !== undefined) {
    const code_key = Buffer.from(decodeBase64Url(given))
    await tx.updateTable('embedded_wallets').set({ code_key }).where('id', '=', walletId).execute()
    await tx
      .deleteFrom('embedded_recoveries')
      .where('kind', '=', 'code')
      .where('public_key', '<>', code_key)
      .where('device_id', 'in', (e) =>
        e.selectFrom('embedded_shares').select('device_id').where('wallet_id', '=', walletId),
      )
      .execute()
    return given
  }
  const wallet = await tx
    .selectFrom('embedded_wallets')
    .select('code_key')
    .where('id', '=', walletId)
    .executeTakeFirst()
  return wallet?.code_key ? encodeBase64Url(wallet.code_key) : null
}

/** A device with its own shares is not admitted again by what another device sealed to it. */
async function forgetLettingIn(tx: Db, { deviceId }: Member) {
  await tx
    .deleteFrom('embedded_recoveries')
    .where('kind', '=', 'device')
    .where('public_key', '=', (e) => e.selectFrom('embedded_devices').select('seal_key').where('id', '=', deviceId))
    .execute()
}

async function saveRecoveries(tx: Db, { deviceId }: Member, recoveries: ShareSet['recoveries']) {
  await tx.deleteFrom('embedded_recoveries').where('device_id', '=', deviceId).execute()
  const bytes = (text: string) => Buffer.from(decodeBase64Url(text))
  if (recoveries.length === 0) return
  await tx
    .insertInto('embedded_recoveries')
    .values(
      recoveries.map(({ key, sealed }, place) => ({
        device_id: deviceId,
        place,
        kind: key.kind,
        public_key: bytes(key.publicKey),
        proof: key.proof === undefined ? null : bytes(key.proof),
        credential_id: key.credentialId ?? null,
        label: key.label ?? null,
        sealed: bytes(sealed),
      })),
    )
    .execute()
}

async function readSealed(db: Db, deviceId: string): Promise<ShareSet['recoveries']> {
  const rows = await db
    .selectFrom('embedded_recoveries')
    .selectAll()
    .where('device_id', '=', deviceId)
    .orderBy('place')
    .execute()
  return rows.map(({ kind, public_key, proof, credential_id, label, sealed }) => ({
    key: {
      kind,
      publicKey: encodeBase64Url(public_key),
      ...(proof && { proof: encodeBase64Url(proof) }),
      ...(credential_id !== null && { credentialId: credential_id }),
      ...(label !== null && { label }),
    },
    sealed: encodeBase64Url(sealed),
  }))
}

/** A share for transport: sealed to the requesting device, whichever device it is of. */
async function deliver(db: Db, { deviceId }: Member, share: Buffer, { wallet_id }: Place): Promise<string> {
  const device = await db
    .selectFrom('embedded_devices')
    .select('seal_key')
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device) throw new KitError('unauthorized')
  const sealed = sealTo(device.seal_key, deliveryInfo({ walletId: wallet_id, deviceId, share: 'auth' }), share)
  share.fill(0)
  return encodeBase64Url(sealed)
}
