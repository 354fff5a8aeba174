import type { Profile } from '@billfold/protocol/api/profile'
import { type NameAttributes, signedName } from '@billfold/protocol/api/signedName'
import { KitError } from '@billfold/protocol/error'
import { evmChecksum } from '@billfold/protocol/signin/evmChecksum'
import { verifySignature } from '@billfold/protocol/signin/verifySignature'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { createAskChain } from '../auth/createAskChain.ts'
import type { Schema } from '../db/schema.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { labelObstacle, skeletonOf } from './nameRules.ts'
import type { NamesTables } from './namesTables.ts'

type Deps = { db: Kysely<Schema>; rpc: Rpc; parent: string; now?: () => Date }
export type SignedBy = { coin_type: number; address: string; message: string; signature: string }
export type OwnName = {
  name: string
  owner: string
  coinTypes: readonly number[]
  attributes: NameAttributes
  registeredAt: Date
  updatedAt: Date
}
export type Names = ReturnType<typeof createNames>

/** So far may the clock of whoever signs be from ours. */
const skewSeconds = 300
/** So long does a name that was given up stay its last owner's. */
const restDays = 90
const ethereum = 60
const evmBit = 0x8000_0000

/** Names under the operator's own: who signs for an account has one, and whoever asks is told whose it is. */
export function createNames({ db, rpc, parent, now = () => new Date() }: Deps) {
  const taken = (message: string) => new KitError('invalid_input', { message })
  const labelOf = (name: string): string | undefined => {
    const label = name.endsWith(`.${parent}`) ? name.slice(0, -parent.length - 1) : ''
    return label && !label.includes('.') ? label : undefined
  }

  /** What was signed, by whom, and for which coins the account's address holds. */
  async function read(signed: SignedBy, signal: AbortSignal) {
    const said = z.safeParse(signedName, parseJson(signed.message))
    if (!said.success)
      throw new KitError('invalid_input', { message: 'The message is not one about a name.', cause: said.error })
    const { name, timestamp } = said.data
    if (Math.abs(now().getTime() / 1000 - timestamp) > skewSeconds)
      throw new KitError('invalid_input', { message: 'The message was signed too long ago, or the clock is wrong.' })
    const label = labelOf(name)
    if (!label)
      throw new KitError('invalid_input', { message: `Names here end in .${parent}, with one word before it.` })
    const chainId = `eip155:${signed.coin_type === ethereum ? 1 : signed.coin_type - evmBit}` as const
    if (signed.coin_type !== ethereum && signed.coin_type <= evmBit)
      throw new KitError('invalid_input', { message: 'This coin type is none of an EVM chain.' })
    let isContract = false
    const ask = createAskChain(rpc, signal)
    const account = { chainId, address: signed.address }
    const isSigned = await verifySignature(account, signed.message, signed.signature, (...asked) => {
      isContract = true
      return ask(...asked)
    })
    if (!isSigned) throw new KitError('sign_in_unproven', { message: 'The signature is not this account’s.' })
    // A key has its address on every chain; a contract only where it is.
    const coinTypes = isContract ? [signed.coin_type] : [...new Set([ethereum, signed.coin_type])]
    return { ...said.data, label, owner: Buffer.from(signed.address.slice(2), 'hex'), coinTypes }
  }

  const rows = () => db.selectFrom('names').selectAll().where('parent', '=', parent)
  const find = async (name: string): Promise<OwnName | undefined> => {
    const label = labelOf(name)
    if (!label) return undefined
    const row = await rows().where('label', '=', label).where('released_at', 'is', null).executeTakeFirst()
    return row && described(row, parent)
  }

  /** The owner's own row, or why it is not. */
  async function own(label: string, owner: Buffer) {
    const row = await rows().where('label', '=', label).where('released_at', 'is', null).executeTakeFirst()
    if (!row?.owner.equals(owner)) throw new KitError('unauthorized', { message: 'This name is not this account’s.' })
  }

  return {
    parent,
    isOurs: (name: string) => labelOf(name) !== undefined,
    find,
    async namesOf(address: string): Promise<OwnName[]> {
      const found = await rows()
        .where('owner', '=', Buffer.from(address.slice(2), 'hex'))
        .where('released_at', 'is', null)
        .execute()
      return found.map((row) => described(row, parent))
    },

    /** Registers a name. The same once more is answered as before. */
    async register(signed: SignedBy, signal: AbortSignal): Promise<OwnName> {
      const { label, owner, coinTypes, attributes = {}, release } = await read(signed, signal)
      if (release) throw new KitError('invalid_input', { message: 'The message gives a name up.' })
      const obstacle = labelObstacle(label)
      if (obstacle) throw taken(obstacle)
      const at = now()
      const values = {
        ...{ parent, label, skeleton: skeletonOf(label), owner, attributes: JSON.stringify(attributes) },
        ...{ coin_types: coinTypes.map(String), registered_at: at, updated_at: at, released_at: null },
      }
      await db.transaction().execute(async (tx) => {
        const like = await tx
          .selectFrom('names')
          .selectAll()
          .where('parent', '=', parent)
          .where((e) =>
            e.or([e('skeleton', '=', values.skeleton), e.and([e('owner', '=', owner), e('released_at', 'is', null)])]),
          )
          .forUpdate()
          .execute()
        const same = like.find((row) => row.label === label)
        const isOwn = same?.owner.equals(owner)
        if (same && isOwn && !same.released_at) return
        if (like.some((row) => row.owner.equals(owner) && !row.released_at)) throw taken('You already own a name')
        if (same && !isOwn && !isFree(same, at)) throw taken('This name is taken.')
        if (like.some((row) => row.label !== label && !isFree(row, at)))
          throw taken('This name looks like one that is taken.')
        // What is left of it, and of those that looked like it, has rested long enough.
        await tx
          .deleteFrom('names')
          .where('parent', '=', parent)
          .where('skeleton', '=', values.skeleton)
          .where('released_at', 'is not', null)
          .execute()
        // Two who ask at once: the table lets one of them in.
        const added = await tx
          .insertInto('names')
          .values(values)
          .onConflict((on) => on.doNothing())
          .executeTakeFirst()
        if (!added.numInsertedOrUpdatedRows) throw taken('This name is taken.')
      })
      return (await find(`${label}.${parent}`))!
    },

    /** Changes what a name tells of its owner. */
    async change(name: string, signed: SignedBy, signal: AbortSignal): Promise<OwnName> {
      const { label, owner, attributes = {}, name: said } = await read(signed, signal)
      if (said !== name) throw new KitError('invalid_input', { message: 'The message is about another name.' })
      await own(label, owner)
      await db
        .updateTable('names')
        .set({ attributes: JSON.stringify(attributes), updated_at: now() })
        .where('parent', '=', parent)
        .where('label', '=', label)
        .execute()
      return (await find(name))!
    },

    /** Gives a name up; it leads nowhere from now on. */
    async release(name: string, signed: SignedBy, signal: AbortSignal): Promise<void> {
      const { label, owner, release, name: said } = await read(signed, signal)
      if (said !== name || !release)
        throw new KitError('invalid_input', { message: 'The message does not give this name up.' })
      await own(label, owner)
      await db
        .updateTable('names')
        .set({ released_at: now(), updated_at: now(), attributes: '{}' })
        .where('parent', '=', parent)
        .where('label', '=', label)
        .execute()
    },

    /** The name that was typed and some like it, each with whether it can still be had. */
    async suggest(typed: string): Promise<{ name: string; registered: boolean }[]> {
      const label = typed.toLowerCase().split('.')[0] ?? ''
      const year = String(now().getUTCFullYear())
      const others = ['my', 'the']
        .map((word) => `${word}-${label}`)
        .concat([`${label}-${year.slice(2)}`, `${label}-pay`])
      const wanted = [label, ...others].filter((each) => labelObstacle(each) === undefined).slice(0, 5)
      if (wanted.length === 0) return []
      const found = await rows().where('skeleton', 'in', wanted.map(skeletonOf)).execute()
      const at = now()
      const gone = new Set(found.filter((row) => !isFree(row, at)).map(({ skeleton }) => skeleton))
      return wanted.map((each) => ({ name: `${each}.${parent}`, registered: gone.has(skeletonOf(each)) }))
    },
  }
}

/** Given up so long ago that nobody would be paid in another's place. */
const isFree = ({ released_at }: Pick<NamesTables['names'], 'released_at'>, at: Date): boolean =>
  released_at !== null && at.getTime() - released_at.getTime() > restDays * 86_400_000

type Row = Pick<NamesTables['names'], 'label' | 'owner' | 'registered_at' | 'updated_at'> & {
  coin_types: string[]
  attributes: NameAttributes
}

const described = (row: Row, parent: string): OwnName => ({
  name: `${row.label}.${parent}`,
  owner: evmChecksum(`0x${row.owner.toString('hex')}`),
  coinTypes: row.coin_types.map(Number),
  attributes: row.attributes,
  registeredAt: row.registered_at,
  updatedAt: row.updated_at,
})

/** A name as clients read it. */
export const toProfile = ({ name, owner, coinTypes, attributes, registeredAt, updatedAt }: OwnName): Profile => ({
  name,
  registered: registeredAt.toISOString(),
  updated: updatedAt.toISOString(),
  addresses: Object.fromEntries(
    coinTypes.map((coin) => [coin, { address: owner, created: registeredAt.toISOString() }]),
  ),
  attributes: Object.keys(attributes).length > 0 ? [attributes] : [],
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON is no message of ours
  }
}
