import { sql } from 'kysely'
import type { Keyring } from './createKeyring.ts'
import type { Db } from './embeddedDeps.ts'

/** Audited events of people's wallets. Never an address, a code, a token or a share. */
type AuditEvent =
  | 'signed in'
  | 'signed out'
  | 'passkey count went back'
  | 'refresh token stolen'
  | 'codes guessed'
  | 'wallet made'
  | 'device enrolled'
  | 'recoveries read'
  | 'device revoked'
  | 'e-mail changed'
  | 'e-mail change undone'
  | 'grant given'
  | 'deletion started'
  | 'deletion stopped'
  | 'account erased'
  | 'wallet exported'

// Any fixed number, the same for every server.
const lockId = 4_102_000_006

/**
 * Appends to the audit log as a transaction's last step: others queue until it ends. Each line's hash is keyed and
 * covers the line before, so that no one with only the database can change the log undetected.
 */
export async function audit(
  tx: Db,
  keyring: Keyring,
  line: { at: Date; event: AuditEvent; userId: string | null; details?: Record<string, string | number | boolean> },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(tx)
  const last = await tx.selectFrom('embedded_audit').select('hash').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const { at, event, userId } = line
  const row = { at, event, user_id: userId, details: JSON.stringify(line.details ?? {}), previous: last?.hash ?? start }
  await tx
    .insertInto('embedded_audit')
    .values({ ...row, hash: hashOf(keyring, row) })
    .execute()
}

/** Returns the number of the first altered line; undefined if the log is intact. */
export async function findTampering(db: Db, keyring: Keyring): Promise<string | undefined> {
  let previous: Buffer = start
  for (let seq = '0'; ; ) {
    const rows = await db
      .selectFrom('embedded_audit')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(1_000)
      .execute()
    for (const row of rows) {
      if (!row.previous.equals(previous) || !row.hash.equals(hashOf(keyring, row))) return row.seq
      previous = row.hash
      seq = row.seq
    }
    if (rows.length < 1_000) return undefined
  }
}

const start = Buffer.alloc(32)

type Row = { at: Date; event: string; user_id: string | null; details: string; previous: Buffer }
const hashOf = (keyring: Keyring, { at, event, user_id, details, previous }: Row): Buffer =>
  keyring.auditHash(previous.toString('hex'), at.toISOString(), event, user_id ?? '', details)
