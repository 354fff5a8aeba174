import type { Identity } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Db, EmbeddedDeps } from './embeddedDeps.ts'

/** A person: how they proved their identity, their mail address, and their language. */
export type Person = { identity: Identity; email: string | null; language?: string | null | undefined }

/** The person of an account. */
export async function readPerson(db: Db, { keyring }: Pick<EmbeddedDeps, 'keyring'>, userId: string): Promise<Person> {
  const row = await db
    .selectFrom('embedded_identities as i')
    .innerJoin('embedded_users as u', 'u.id', 'i.user_id')
    .select(['i.kind', 'i.subject', 'i.email', 'u.language'])
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at')
    .executeTakeFirst()
  if (!row) throw new KitError('unauthorized')
  const kind = row.kind as Identity['kind']
  const subject = keyring.openText(['subject', userId, kind], row.subject)
  const email = row.email && keyring.openText(['email', userId, kind], row.email)
  return { identity: { kind, subject }, email: kind === 'email' ? subject : email, language: row.language ?? null }
}
