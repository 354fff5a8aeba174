import { KitError } from '@billfold/protocol/error'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { type NameOwner, ownsName } from './nameOwner.ts'
import type { NamesTables } from './namesTables.ts'

/** How long a released name stays reserved for its last owner. */
const restDays = 90

type NewName = Insertable<NamesTables['names']> & { registered_at: Date }

/** Adds a name to the table; throws if it, or one that looks like it, belongs to another account. */
export async function registerName(db: Kysely<Schema>, values: NewName, owner: NameOwner): Promise<void> {
  const { parent, label, registered_at: at } = values
  const taken = (message: string) => new KitError('invalid_input', { message })
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
}

/** Released for long enough that no one would be paid in another's place. */
export const isFree = ({ released_at }: Pick<NamesTables['names'], 'released_at'>, at: Date): boolean =>
  released_at !== null && at.getTime() - released_at.getTime() > restDays * 86_400_000
