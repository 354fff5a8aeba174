import { signedName } from '@billfold/protocol/api/signedName'
import { coins, evmChainOf } from '@billfold/protocol/coinType'
import { KitError } from '@billfold/protocol/error'
import { verifySignature } from '@billfold/protocol/signin/verifySignature'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { createAskChain } from '../auth/createAskChain.ts'
import type { Schema } from '../db/schema.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { type NameOwner, ownsName } from './nameOwner.ts'
import { labelObstacle, skeletonOf } from './nameRules.ts'
import type { NamesTables } from './namesTables.ts'
import { described, type OwnName, othersOf } from './ownName.ts'
import { proveNameAddress, setNameAddress } from './setNameAddress.ts'

type Deps = { db: Kysely<Schema>; rpc: Rpc; parent: string; now?: () => Date }
export type SignedBy = { coin_type: number; address: string; message: string; signature: string }
export type Names = ReturnType<typeof createNames>

/** Allowed difference between the signer's clock and ours. */
const skewSeconds = 300
/** How long a released name stays reserved for its last owner. */
const restDays = 90

/** Names under the operator's own: a signature for an account registers one, and anyone may look up its owner. */
export function createNames({ db, rpc, parent, now = () => new Date() }: Deps) {
  const taken = (message: string) => new KitError('invalid_input', { message })
  const labelOf = (name: string): string | undefined => {
    const label = name.endsWith(`.${parent}`) ? name.slice(0, -parent.length - 1) : ''
    return label && !label.includes('.') ? label : undefined
  }

  /** The signed message, its signer, and the coins that the account's address is valid for. */
  async function read(signed: SignedBy, signal: AbortSignal) {
    const content = z.safeParse(signedName, parseJson(signed.message))
    if (!content.success)
      throw new KitError('invalid_input', { message: 'The message is not about a name.', cause: content.error })
    const { name, timestamp, coin_type: coin } = content.data
    if (Math.abs(now().getTime() / 1000 - timestamp) > skewSeconds)
      throw new KitError('invalid_input', { message: 'The message was signed too long ago, or the clock is wrong.' })
    const label = labelOf(name)
    if (!label) throw new KitError('invalid_input', { message: `Names must be one label under .${parent}.` })
    const chain = evmChainOf(signed.coin_type)
    if (chain === undefined)
      throw new KitError('invalid_input', { message: 'This coin type does not belong to an EVM chain.' })
    if (coin !== undefined && coin !== signed.coin_type)
      throw new KitError('invalid_input', { message: 'The message applies to another coin type.' })
    let isContract = false
    const ask = createAskChain(rpc, signal)
    const account = { chainId: `eip155:${chain}` as const, address: signed.address }
    const isSigned = await verifySignature(account, signed.message, signed.signature, (...args) => {
      isContract = true
      return ask(...args)
    })
    if (!isSigned) throw new KitError('sign_in_unproven', { message: 'The signature is from another account.' })
    // Existing clients send no coin. A contract with the same signatures on two chains could have a message replayed on
    // the other one.
    if (isContract && coin === undefined)
      throw new KitError('invalid_input', { message: 'A contract’s message must state its coin type.' })
    const owner: NameOwner = {
      address: Buffer.from(signed.address.slice(2), 'hex'),
      chain: isContract ? `${chain}` : null,
    }
    // A key has its address on every chain; a contract only on its own.
    const coinTypes = isContract ? [signed.coin_type] : [...new Set<number>([coins.ethereum, signed.coin_type])]
    return { ...content.data, label, owner, coinTypes, ask }
  }

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
      if (obstacle) throw taken(obstacle)
      const at = now()
      const values = {
        ...{ parent, label, skeleton: skeletonOf(label), owner: owner.address, owner_chain: owner.chain },
        attributes: JSON.stringify(attributes),
        ...{ coin_types: coinTypes.map(String), registered_at: at, updated_at: at, released_at: null },
      }
      await db.transaction().execute(async (tx) => {
        // Of two concurrent requests for lookalike names, the second sees the first's.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`name ${parent} ${values.skeleton}`}, 0))`.execute(tx)
        const like = await tx
          .selectFrom('names')
          .selectAll()
          .where('parent', '=', parent)
          .where((e) =>
            e.or([
              e('skeleton', '=', values.skeleton),
              e.and([e('owner', '=', owner.address), e('released_at', 'is', null)]),
            ]),
          )
          .forUpdate()
          .execute()
        const same = like.find((row) => row.label === label)
        const isOwn = same && ownsName(owner, same)
        if (same && isOwn && !same.released_at) return
        if (like.some((row) => ownsName(owner, row) && !row.released_at)) throw taken('You already own a name')
        if (same && !isOwn && !isFree(same, at)) throw taken('This name is taken.')
        if (like.some((row) => row.skeleton === values.skeleton && row.label !== label && !isFree(row, at)))
          throw taken('This name looks like one that is taken.')
        // Its remains, and its lookalikes', have rested long enough.
        await tx
          .deleteFrom('names')
          .where('parent', '=', parent)
          .where('skeleton', '=', values.skeleton)
          .where('released_at', 'is not', null)
          .execute()
        // Of two concurrent requests, the table accepts one.
        const added = await tx
          .insertInto('names')
          .values(values)
          .onConflict((on) => on.doNothing())
          .executeTakeFirst()
        if (!added.numInsertedOrUpdatedRows) throw taken('This name is taken.')
      })
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

/** Released for long enough that no one would be paid in another's place. */
const isFree = ({ released_at }: Pick<NamesTables['names'], 'released_at'>, at: Date): boolean =>
  released_at !== null && at.getTime() - released_at.getTime() > restDays * 86_400_000

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // anything but JSON is not a message of ours
  }
}
