import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { describeError } from '../log/describeError.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import type { EmbeddedTables } from './embeddedTables.ts'
import { type Notice, noticeMail } from './mails.ts'

const triesAtMost = 8

type NoticeRow = Selectable<EmbeddedTables['embedded_notices']>

/** The recipient of a notice: their address, and their language. */
export type Reader = { email: string | null; language?: string | null | undefined }

/** Queues a mail in the transaction of the event. It holds no code, so it may wait for a mail server. */
export async function addNotice(
  tx: Db,
  { keyring, now, onNotice }: Pick<EmbeddedDeps, 'keyring' | 'now' | 'onNotice'>,
  { email, language = null }: Reader,
  notice: Notice,
): Promise<void> {
  if (email === null) return
  const id = randomUUID()
  const { kind, ...event } = notice
  // A link is a credential, and an address is personal: both are stored sealed.
  const sealed = 'link' in event && keyring.sealText(['notice-details', id], JSON.stringify(event)).toString('base64')
  const details = { language, ...(sealed ? { sealed } : event) }
  await tx
    .insertInto('embedded_notices')
    .values({
      id,
      kind,
      email: keyring.sealText(['notice', id], email),
      details: JSON.stringify(details),
      made_at: now(),
      tries: 0,
      next_at: now(),
    })
    .execute()
  onNotice?.()
}

/** Sends due mails, one at a time; retries failures with doubling delays, and gives up after half a day. */
export async function deliverNotices(deps: EmbeddedDeps): Promise<void> {
  const { db, now, retries } = deps
  for (;;) {
    // Claimed for five minutes first: other servers skip them, and none is sent twice at once.
    const due = await db
      .updateTable('embedded_notices')
      .set((e) => ({ tries: e('tries', '+', 1), next_at: addSeconds(now(), 300) }))
      .where('id', '=', (e) =>
        e
          .selectFrom('embedded_notices')
          .select('id')
          .where('next_at', '<=', now())
          .orderBy('next_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst()
    if (!due) return
    await retries.run(`mail ${due.id}`, () => deliverNotice(deps, due))
  }
}

async function deliverNotice({ db, keyring, mailer, now, log }: EmbeddedDeps, due: NoticeRow): Promise<void> {
  const { id, kind, tries, details, email } = due
  try {
    const { language, sealed, ...plain } = JSON.parse(details) as { language?: string | null; sealed?: string }
    const opened = sealed && keyring.openText(['notice-details', id], Buffer.from(sealed, 'base64'))
    const notice = { kind, ...plain, ...(opened && JSON.parse(opened)) } as Notice
    await mailer.send({ to: keyring.openText(['notice', id], email), ...noticeMail(notice, language) })
  } catch (e) {
    log.warn({ kind, tries, error: describeError(e) }, 'could not send a notice')
    if (tries < triesAtMost) {
      const next_at = addSeconds(now(), 300 * 2 ** (tries - 1))
      await db.updateTable('embedded_notices').set({ next_at }).where('id', '=', id).execute()
      throw e
    }
  }
  await db.deleteFrom('embedded_notices').where('id', '=', id).execute()
}
