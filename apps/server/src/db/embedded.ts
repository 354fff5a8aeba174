import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../process/startupError.ts'
import { findBinaries } from './binaries.ts'
import { owner, passwordFile, placeData, prepareData, reason } from './dataDirectory.ts'
import { clusterName, stopOrphan, stopProcess } from './postmaster.ts'
import { privateDirectory, sweepPrivateDirectories } from './privateDirectory.ts'
import { as, findRunAs } from './runAs.ts'

export type DatabaseOptions = {
  /** The data directory; its password is kept in a file of the same name with `.password` at the end. */
  dir: string
  /** 0 takes a free port. */
  port: number
  /** A folder with `postgres` and `initdb`, instead of the bundled ones. */
  bin?: string | undefined
  /** False trades safety after a power cut for speed: for tests. */
  durable?: boolean | undefined
  /** Told what an operator may want to know; never a password. */
  say?: ((line: string) => void) | undefined
}

/** A running PostgreSQL that is ours to stop. */
export type Database = {
  url: string
  port: number
  stop(): Promise<void>
  /** Resolves when PostgreSQL ends, asked or not, with the last thing it complained about. */
  ended: Promise<string>
}

/** Runs a real PostgreSQL on 127.0.0.1 from a data directory, making the directory first if it is empty. */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const { port, bin, durable = true, say = () => {} } = options
  const dir = resolve(options.dir)
  const user = findRunAs()
  const data = placeData(dir, user, say)
  if (data !== dir) await sweepPrivateDirectories()
  const binaries = findBinaries({ user, bin, copyTo: () => privateDirectory(dir), say })
  await stopOrphan(data, say)
  const password = prepareData(data, passwordFile(dir), binaries, user, durable)

  const deadline = Date.now() + 60_000
  for (;;) {
    const chosen = port || (await freePort())
    const child = spawn(binaries.postgres, postgresArguments(data, chosen, durable), {
      ...as(user),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const started = await waitForReady(child, deadline)
    if (started.ready) {
      const url = `postgres://${owner}:${password}@127.0.0.1:${chosen}/${owner}`
      await ensureDatabase(url)
      return handle(child, url, chosen, started.ended)
    }
    if (Date.now() > deadline || !isPassing(started.output, port))
      throw new StartupError(startFailure(data, port, started.output))
    await sleep(100)
  }
}

function postgresArguments(data: string, port: number, durable: boolean): string[] {
  const settings = {
    cluster_name: clusterName(),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Statements and row values hold what people typed; only the server's own life is logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return ['-D', data, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])]
}

type Started = { ready: true; ended: Promise<string> } | { ready: false; output: string }

/** Waits until PostgreSQL says that it accepts connections, or ends. */
function waitForReady(child: ChildProcess, deadline: number): Promise<Started> {
  return new Promise((done) => {
    let output = ''
    const timer = setTimeout(() => child.kill('SIGQUIT'), deadline - Date.now())
    const ended = new Promise<string>((end) => {
      child.once('error', (e) => end(e.message))
      child.once('close', (_, signal) => end(signal ? `FATAL: it was ended by ${signal}` : output))
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8_000)
      if (!output.includes('database system is ready to accept connections')) return
      clearTimeout(timer)
      done({ ready: true, ended: ended.then(reason) })
    })
    void ended.then((text) => {
      clearTimeout(timer)
      done({ ready: false, output: text })
    })
  })
}

/** Whether trying again can help: children of a killed server take a moment to go, and a free port may be taken again. */
function isPassing(output: string, port: number): boolean {
  if (output.includes('pre-existing shared memory block')) return true
  return port === 0 && output.includes('Address already in use')
}

function startFailure(data: string, port: number, output: string): string {
  if (output.includes('Address already in use'))
    return `Port ${port} is taken: stop what listens there, or set DATABASE_PORT to another one.`
  return `The database in ${data} does not start: ${reason(output)}. Move the directory away to begin with an empty database, or restore it from a backup.`
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [owner])
    if (rowCount === 0) await client.query(`create database ${owner}`)
  } finally {
    await client.end()
  }
}

function handle(child: ChildProcess, url: string, port: number, ended: Promise<string>): Database {
  const pid = child.pid!
  let isGone = false
  // A process that ends without calling stop() must not leave its database running.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  const whenEnded = ended.then((output) => {
    isGone = true
    process.off('exit', onExit)
    return output
  })
  return {
    url,
    port,
    ended: whenEnded,
    async stop() {
      await stopProcess(pid, () => isGone)
      await whenEnded
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })
}
