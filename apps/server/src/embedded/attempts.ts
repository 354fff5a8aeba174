import { sql } from 'kysely'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { startNetworksOf } from './clientNetwork.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'

const hour = 3600
const day = 24 * hour
/** Starts of one client network in an hour, unless told. */
const startsPerHour = 20
/** Wrong codes for one address in an hour. */
const failuresPerAddress = 15

/** What is counted, and per what: `mail` and `failure` for an address, `client` for a network. */
type Kind = 'mail' | 'failure' | 'client'

/** Holds up others who count for the same subject until this transaction is over. */
export async function holdSubject(tx: Db, subject: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${subject.readBigInt64BE(0).toString()}::bigint)`.execute(tx)
}

/** When this kind of thing last happened, latest first. */
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

export async function countAttempt(tx: Db, kind: Kind, subject: Buffer, at: Date): Promise<void> {
  await tx.insertInto('embedded_attempts').values({ kind, subject, at }).execute()
}

/** Takes a mail back that was never sent. */
export async function uncountMail(db: Db, subject: Buffer, at: Date): Promise<void> {
  await db
    .deleteFrom('embedded_attempts')
    .where('kind', '=', 'mail')
    .where('subject', '=', subject)
    .where('at', '=', at)
    .execute()
}

/** Counts a start of a client network and of the wider one around it, or refuses it. */
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

/** Counts a mail to an address, or refuses it; tells in how many seconds the next one may go. */
export async function takeMail(tx: Db, subject: Buffer, now: Date, pause = 30): Promise<number> {
  const times = await timesOf(tx, 'mail', subject, 10)
  refuseUntil(nextMailAt(times, pause), now)
  await countAttempt(tx, 'mail', subject, now)
  return secondsUntil(nextMailAt([now, ...times], pause), now)
}

/**
 * When the next mail may go to an address: a pause after the last, five an hour, ten a day. Anyone who has had ten waits an hour for
 * each further one and not a day: no one is kept from their money longer than that.
 */
function nextMailAt(times: Date[], pause: number): number {
  return Math.max(
    endOf(times[0], pause),
    endOf(times[4], hour),
    Math.min(endOf(times[9], day), times[0] ? endOf(times[0], hour) : 0),
  )
}

/** Refuses an address for which too many wrong codes came, for an hour from the last of them. */
export async function refuseGuessing(tx: Db, subject: Buffer, now: Date): Promise<void> {
  const times = await timesOf(tx, 'failure', subject, failuresPerAddress)
  const [last, first] = [times[0], times[failuresPerAddress - 1]]
  if (last && first && last.getTime() - first.getTime() < hour * 1000) refuseUntil(endOf(last, hour), now)
}

/** Counts a wrong code; true when it was the one too many. */
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
