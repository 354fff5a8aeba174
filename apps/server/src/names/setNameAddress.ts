import type { NameAddress } from '@billfold/protocol/api/signedName'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { encodeCoinAddress } from '@billfold/protocol/coinAddress'
import { evmChainOf, familyOfCoin } from '@billfold/protocol/coinType'
import { KitError } from '@billfold/protocol/error'
import { type AskChain, verifySignature } from '@billfold/protocol/signin/verifySignature'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { type NameOwner, ownsName } from './nameOwner.ts'

/** The most coins that a name can have addresses for besides its owner's: each is a permanent row. */
const most = 20

type Proving = NameAddress & { message: string; proof: string | undefined; ask: AskChain }

/** Throws unless the target account signed the same message as the name's owner. Removing needs no proof. */
export async function proveNameAddress({ coin_type, address, message, proof, ask }: Proving): Promise<void> {
  const family = familyOfCoin(coin_type)
  if (!family) throw new KitError('invalid_input', { message: 'Names here do not support addresses for this coin.' })
  if (address === null) return
  encodeCoinAddress(coin_type, address)
  const unproven = () => new KitError('sign_in_unproven', { message: 'The address has not signed the same message.' })
  if (proof === undefined) throw unproven()
  // Only an EVM contract is called, on its own chain; a key of another family signs for itself.
  const chainId: CaipNetworkId = family === 'eip155' ? `eip155:${evmChainOf(coin_type)!}` : `${family}:any`
  if (!(await verifySignature({ chainId, address }, message, proof, ask))) throw unproven()
}

type Setting = NameAddress & {
  parent: string
  label: string
  owner: NameOwner
  signedAt: Date
  now: Date
  restMs: number
}

/** Stores a name's address for a coin. Idempotent; rejects what was signed before the last change. */
export async function setNameAddress(db: Kysely<Schema>, setting: Setting): Promise<void> {
  const { parent, label, owner, coin_type, address, signedAt, now, restMs } = setting
  await db.transaction().execute(async (tx) => {
    const name = await tx
      .selectFrom('names')
      .select(['owner', 'owner_chain', 'coin_types'])
      .where('parent', '=', parent)
      .where('label', '=', label)
      .where('released_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!name || !ownsName(owner, name))
      throw new KitError('unauthorized', { message: 'This name belongs to another account.' })
    if (name.coin_types.includes(`${coin_type}`))
      throw new KitError('invalid_input', { message: 'For this coin, a name always resolves to its owner.' })
    // Removed for long enough that no older signature is still valid.
    await tx
      .deleteFrom('name_addresses')
      .where('parent', '=', parent)
      .where('label', '=', label)
      .where('address', 'is', null)
      .where('signed_at', '<', new Date(now.getTime() - restMs))
      .execute()
    const kept = await tx
      .selectFrom('name_addresses')
      .select(['coin_type', 'address', 'signed_at'])
      .where('parent', '=', parent)
      .where('label', '=', label)
      .execute()
    const before = kept.find((row) => row.coin_type === `${coin_type}`)
    if (before && before.signed_at > signedAt)
      throw new KitError('invalid_input', { message: 'This address was changed after the message was signed.' })
    if (!before && kept.length >= most)
      throw new KitError('invalid_input', { message: `A name has at most ${most} addresses besides its owner’s.` })
    const isSame = before && before.address === address
    await tx
      .insertInto('name_addresses')
      .values({ parent, label, coin_type: `${coin_type}`, address, signed_at: signedAt, created_at: now })
      .onConflict((on) =>
        on.columns(['parent', 'label', 'coin_type']).doUpdateSet({
          address,
          signed_at: signedAt,
          created_at: isSame ? sql`name_addresses.created_at` : now,
        }),
      )
      .execute()
    if (!isSame)
      await tx
        .updateTable('names')
        .set({ updated_at: now })
        .where('parent', '=', parent)
        .where('label', '=', label)
        .execute()
  })
}
