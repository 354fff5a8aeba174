import { KitError } from '@billfold/protocol/error'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { type NameOwner, ownsName } from './nameOwner.ts'
import { labelObstacle, skeletonOf } from './nameRules.ts'
import { described, type OwnName, othersOf } from './ownName.ts'
import { labelUnder, readSignedName, type SignedBy, skewSeconds } from './readSignedName.ts'
import { isFree, registerName } from './registerName.ts'
import { proveNameAddress, setNameAddress } from './setNameAddress.ts'

type Deps = { db: Kysely<Schema>; rpc: Rpc; parent: string; now?: () => Date }
export type Names = ReturnType<typeof createNames>

/** Names under the operator's own: a signature for an account registers one, and anyone may look up its owner. */
export function createNames({ db, rpc, parent, now = () => new Date() }: Deps) {
  const labelOf = (name: string) => labelUnder(parent, name)
  const read = (signed: SignedBy, signal: AbortSignal) => readSignedName({ rpc, parent, now: now() }, signed, signal)

  const rows = () => db.selectFrom('names').selectAll().select(othersOf.as('others')).where('names.parent', '=', parent)
  const find = async (name: string): Promise<OwnName | undefined> => {
    const label = labelOf(name)
    if (!label) return undefined
    const row = await rows().where('label', '=', label).where('released_at', 'is', null).executeTakeFirst()
    return row && described(row, parent)
  }

  const ledTo = (address: string) =>
    db.selectFrom('name_addresses').select('label').where('parent', '=', parent).where('address', '=', address)

  /** The owner's own row; throws the reason if it is not theirs. */
  async function own(label: string, owner: NameOwner) {
    const row = await rows().where('label', '=', label).where('released_at', 'is', null).executeTakeFirst()
    if (!row || !ownsName(owner, row))
      throw new KitError('unauthorized', { message: 'This name belongs to another account.' })
  }

  return {
    parent,
    isOurs: (name: string) => labelOf(name) !== undefined,
    find,
    /** The names of an EVM account, or those that resolve to an account of another family. */
    async namesOf(address: string): Promise<OwnName[]> {
      const held = rows().where('released_at', 'is', null)
      // At one address a key comes before contracts, and Ethereum's before other chains'.
      const ownRows = await (address.startsWith('0x')
        ? held
            .where('owner', '=', Buffer.from(address.slice(2), 'hex'))
            .orderBy('owner_chain', (order) => order.asc().nullsFirst())
        : held.where('names.label', 'in', ledTo(address))
      ).execute()
      return ownRows.map((row) => described(row, parent))
    },

    /** Registers a name. Idempotent. */
    async register(signed: SignedBy, signal: AbortSignal): Promise<OwnName> {
      const { label, owner, coinTypes, attributes = {}, release, address } = await read(signed, signal)
      if (release) throw new KitError('invalid_input', { message: 'The message releases a name.' })
      if (address) throw new KitError('invalid_input', { message: 'The message changes where a name resolves.' })
      const obstacle = labelObstacle(label)
      if (obstacle) throw new KitError('invalid_input', { message: obstacle })
      const at = now()
      const values = {
        ...{ parent, label, skeleton: skeletonOf(label), owner: owner.address, owner_chain: owner.chain },
        attributes: JSON.stringify(attributes),
        ...{ coin_types: coinTypes.map(String), registered_at: at, updated_at: at, released_at: null },
      }
      await registerName(db, values, owner)
      return (await find(`${label}.${parent}`))!
    },

    /** Changes a name's records. */
    async change(name: string, signed: SignedBy, signal: AbortSignal): Promise<OwnName> {
      const { label, owner, attributes = {}, release, address, name: signedFor } = await read(signed, signal)
      if (signedFor !== name) throw new KitError('invalid_input', { message: 'The message is about another name.' })
      if (release || address) throw new KitError('invalid_input', { message: 'The message is about something else.' })
      await own(label, owner)
      await db
        .updateTable('names')
        .set({ attributes: JSON.stringify(attributes), updated_at: now() })
        .where('parent', '=', parent)
        .where('label', '=', label)
        .execute()
      return (await find(name))!
    },

    /** Adds or removes a name's address of another family or chain, which must have agreed. */
    async setAddress(name: string, signed: SignedBy & { proof?: string | undefined }, signal: AbortSignal) {
      const { label, owner, release, address, attributes, name: signedFor, timestamp, ask } = await read(signed, signal)
      if (signedFor !== name || !address || release || attributes)
        throw new KitError('invalid_input', { message: 'The message does not change where this name resolves.' })
      await own(label, owner)
      await proveNameAddress({ ...address, message: signed.message, proof: signed.proof, ask })
      const [signedAt, restMs] = [new Date(timestamp * 1000), 2000 * skewSeconds]
      await setNameAddress(db, { ...address, parent, label, owner, signedAt, now: now(), restMs })
      return (await find(name))!
    },

    /** Releases a name; it no longer resolves. */
    async release(name: string, signed: SignedBy, signal: AbortSignal): Promise<void> {
      const { label, owner, release, name: signedFor } = await read(signed, signal)
      if (signedFor !== name || !release)
        throw new KitError('invalid_input', { message: 'The message does not release this name.' })
      await own(label, owner)
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('names')
          .set({ released_at: now(), updated_at: now(), attributes: '{}' })
          .where('parent', '=', parent)
          .where('label', '=', label)
          .execute()
        await tx.deleteFrom('name_addresses').where('parent', '=', parent).where('label', '=', label).execute()
      })
    },

    /** The typed name and some like it, each with its availability. */
    async suggest(typed: string): Promise<{ name: string; registered: boolean }[]> {
      const label = typed.toLowerCase().split('.')[0] ?? ''
      const year = String(now().getUTCFullYear())
      const others = ['my', 'the']
        .map((word) => `${word}-${label}`)
        .concat([`${label}-${year.slice(2)}`, `${label}-pay`])
      const wanted = [label, ...others].filter((each) => labelObstacle(each) === undefined).slice(0, 5)
      if (wanted.length === 0) return []
      const lookalikeRows = await rows().where('skeleton', 'in', wanted.map(skeletonOf)).execute()
      const at = now()
      const gone = new Set(lookalikeRows.filter((row) => !isFree(row, at)).map(({ skeleton }) => skeleton))
      return wanted.map((each) => ({ name: `${each}.${parent}`, registered: gone.has(skeletonOf(each)) }))
    },
  }
}
