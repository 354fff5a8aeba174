import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StartupError } from '../../process/startupError.ts'

/** A running pg_dump or pg_restore; `ended` rejects with one sentence if it failed. */
export type PostgresTool = {
  child: ChildProcessByStdio<Writable, Readable, Readable>
  ended: Promise<void>
}

/** Starts one of PostgreSQL's own programs on a database. The address goes through its environment, where no list of processes shows it. */
export function runPostgresTool(name: string, args: string[], url: string, env: NodeJS.ProcessEnv): PostgresTool {
  const child = spawn(name, args, {
    env: { PATH: env.PATH, HOME: env.HOME, LC_ALL: 'C', ...connectionOf(url) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000)
  })
  // Its exit says what went wrong.
  child.stdin.on('error', () => {})
  const failed = once(child, 'error').then(([e]) => {
    const isMissing = (e as NodeJS.ErrnoException).code === 'ENOENT'
    throw new StartupError(
      isMissing
        ? `${name} is not on the PATH: install PostgreSQL’s client programs, of the server’s version or newer.`
        : `${name} cannot be started.`,
    )
  })
  const closed = new Promise<void>((done, fail) =>
    child.once('close', (code) => (code === 0 ? done() : fail(new StartupError(sentenceOf(name, errors))))),
  )
  const ended = Promise.race([failed, closed])
  failed.catch(() => {})
  ended.catch(() => {}) // its caller may learn of a failure by the stream first
  return { child, ended }
}

function sentenceOf(name: string, errors: string): string {
  const lines = errors.trim().split('\n')
  const line = lines.find((each) => /error:|FATAL:/.test(each)) ?? lines.at(-1) ?? ''
  if (errors.includes('server version mismatch'))
    return `${name} is older than the database: install PostgreSQL’s client programs of the server’s version or newer.`
  return `${name} failed: ${line.replace(/^pg_\w+: (?:error: )?/, '') || 'no reason given'}`
}

/** A URL in the variables of libpq. */
function connectionOf(text: string): Record<string, string> {
  const url = new URL(text)
  const known: Record<string, string> = {
    PGHOST: url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: url.searchParams.get('sslrootcert') ?? '',
    PGAPPNAME: 'billfold',
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
}
