import { sql } from 'kysely'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { startNetworksOf } from './clientNetwork.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'

const hour = 3600
const day = 24 * hour
/** Default for logins that one client network may start per hour. */
const startsPerHour = 20
/** Wrong codes for one address in an hour. */
const failuresPerAddress = 15

/** The counters: `mail` and `failure` per address, `client` per network. */
type Kind = 'mail' | 'failure' | 'client'

/** Locks a subject until the transaction ends, so that its counters are exact. */
export async function holdSubject(tx: Db, subject: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${subject.readBigInt64BE(0).toString()}::bigint)`.execute(tx)
}

/** The latest times of a kind, newest first. */
async function timesOf(tx: Db, kind: Kind, subject: Buffer, most: number): Promise<Date[]> {
  const rows = await tx
    .selectFrom('embedded_attempts')
    .select('at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ at }) => at)
}

async function countAttempt(tx: Db, kind: Kind, subject: Buffer, at: Date): Promise<void> {
  await tx.insertInto('embedded_attempts').values({ kind, subject, at }).execute()
}

/** Removes a mail from the count because it was never sent. */
export async function uncountMail(db: Db, subject: Buffer, at: Date): Promise<void> {
  await db
    .deleteFrom('embedded_attempts')
    .where('kind', '=', 'mail')
    .where('subject', '=', subject)
    .where('at', '=', at)
    .execute()
}

/** Counts a login's start for a client network and the wider one around it, or rejects it. */
export async function takeClient(
  tx: Db,
  { keyring, loginStartsPerHour = startsPerHour }: Pick<EmbeddedDeps, 'keyring' | 'loginStartsPerHour'>,
  client: string,
  now: Date,
): Promise<void> {
  for (const { name, times } of startNetworksOf(client)) {
    const [subject, most] = [keyring.clientIndex(name), loginStartsPerHour * times]
    await holdSubject(tx, subject)
    const starts = await timesOf(tx, 'client', subject, most)
    refuseUntil(endOf(starts[most - 1], hour), now)
    await countAttempt(tx, 'client', subject, now)
  }
}

/** Counts a mail to an address, or rejects it; returns the seconds until the next one is allowed. */
export async function takeMail(tx: Db, subject: Buffer, now: Date, pause = 30): Promise<number> {
  const times = await timesOf(tx, 'mail', subject, 10)
  refuseUntil(nextMailAt(times, pause), now)
  await countAttempt(tx, 'mail', subject, now)
  return secondsUntil(nextMailAt([now, ...times], pause), now)
}

/**
 * The time of the next allowed mail to an address: a pause after the last, five an hour, ten a day. After ten, each
 * further one waits an hour and not a day: no one is locked out from their money longer.
 */
function nextMailAt(times: Date[], pause: number): number {
  return Math.max(
    endOf(times[0], pause),
    endOf(times[4], hour),
    Math.min(endOf(times[9], day), times[0] ? endOf(times[0], hour) : 0),
  )
}

/** Rejects an address with too many wrong codes, for an hour from the last of them. */
export async function refuseGuessing(tx: Db, subject: Buffer, now: Date): Promise<void> {
  const times = await timesOf(tx, 'failure', subject, failuresPerAddress)
  const [last, first] = [times[0], times[failuresPerAddress - 1]]
  if (last && first && last.getTime() - first.getTime() < hour * 1000) refuseUntil(endOf(last, hour), now)
}

/** Counts a wrong code; true if it reached the limit. */
export async function countFailure(tx: Db, subject: Buffer, now: Date): Promise<boolean> {
  await countAttempt(tx, 'failure', subject, now)
  const times = await timesOf(tx, 'failure', subject, failuresPerAddress)
  const first = times[failuresPerAddress - 1]
  return first !== undefined && now.getTime() - first.getTime() < hour * 1000
}

const endOf = (at: Date | undefined, seconds: number): number => (at ? addSeconds(at, seconds).getTime() : 0)
const secondsUntil = (at: number, now: Date): number => Math.max(0, Math.ceil((at - now.getTime()) / 1000))

function refuseUntil(at: number, now: Date): void {
  const seconds = secondsUntil(at, now)
  if (seconds > 0) throw new RateLimitError(seconds, `Please try again after ${seconds} seconds`)
}
