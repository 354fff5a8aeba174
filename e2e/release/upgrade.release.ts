import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { oldestBinaries } from '@billfold/server/test/testDatabase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { questions } from '../../bench/crowd/questions.ts'
import { locateProgram, programs } from '../../tools/test/findProgram.ts'
import { readManifest } from '../callNode.ts'
import { spawnDevnet } from '../spawnStack.ts'
import { buildRelease } from './buildTwice.ts'
import { loadApi } from './loadApi.ts'
import { createNetwork, type Machine, type Network } from './machines/createNetwork.ts'
import { authorityIn, startCaddy } from './machines/startCaddy.ts'
import { startPostgres } from './machines/startPostgres.ts'
import { type Running, runImage } from './runImage.ts'
import { type Image, unpackImage } from './unpackImage.ts'
import { waitFor } from './waitFor.ts'

// The upgrade of docs/scale.md under load, and the way back: two servers behind deploy/several's proxy.

const root = resolve(import.meta.dirname, '../..')
const caddy = await locateProgram(programs.caddy)
const isRoot = process.getuid?.() === 0
const clients = 8
/** Twice the interval at which the proxy checks `/ready`. */
const noticedMs = 4_000

/**
 * The version to come from: `UPGRADE_FROM`, the newest tag, or before the first one the commit before the newest migration, so that the
 * schema changes between the two.
 */
function olderCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const migrations = 'apps/server/src/db/migrations'
  return (
    process.env.UPGRADE_FROM ||
    git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD').split('\n')[0] ||
    `${git('log', '-1', '--format=%H', '--diff-filter=A', '--', migrations)}^`
  )
}

/** A change that a migration may make, to tables that the load uses: it runs with the newer version, after its own. */
const drill = `export const isTransactional = false
const run = (db, text) => db.executeQuery({ sql: text, parameters: [], query: { kind: 'RawNode', sqlFragments: [text], parameters: [] }, queryId: { queryId: text } })
export async function up(db) {
  await run(db, "alter table projects add column if not exists drill text not null default 'x'")
  await run(db, 'create index concurrently if not exists index_activity_drill on index_activity (mined_at)')
}
`

describe.skipIf(!isRoot || !caddy || !oldestBinaries)('an upgrade under load', () => {
  let folder = ''
  let network: Network
  let images: { older: Image; newer: Image }
  let machines: Record<'database' | 'job' | 'one' | 'two' | 'proxy', Machine>
  let settings: Record<string, string>
  let load: ReturnType<typeof loadApi>
  const servers: Partial<Record<'one' | 'two', Running>> = {}
  const passwords = { billfold_owner: newWord(), billfold_server: newWord() }
  const closers: (() => unknown)[] = []

  const urlOf = (role: keyof typeof passwords) =>
    `postgres://${role}:${passwords[role]}@${machines.database.address}:5432/billfold`
  const migrate = async (image: Image): Promise<string> => {
    const env = { DATABASE_URL: urlOf('billfold_server'), MIGRATION_DATABASE_URL: urlOf('billfold_owner') }
    const job = runImage(image, { args: ['/app/billfold.js', 'migrate'], machine: machines.job, env })
    expect([await job.ended, job.output()]).toEqual([0, expect.anything()])
    return job.output()
  }
  /** Starts a server in the place of the one before, and waits as the page says. */
  const replace = async (name: 'one' | 'two', image: Image) => {
    if (servers[name]) expect(await servers[name].stop()).toBe(0)
    const machine = machines[name]
    const server = runImage(image, { machine, env: settings })
    servers[name] = server
    const respond = () =>
      fetch(`http://${machine.address}:4102/ready`).then(
        ({ status }) => status,
        () => server.output(),
      )
    await waitFor(200, respond)
    await sleep(noticedMs)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'billfold-upgrade-'))
    closers.push(() => rm(folder, { recursive: true, force: true }))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const older =
      process.env.OLDER_RELEASE_DIR ?? (await buildRelease(olderCommit(), ['--arch', 'x64', '--only', 'server']))
    if (!process.env.OLDER_RELEASE_DIR)
      closers.push(() => rm(resolve(older, '../..'), { recursive: true, force: true }))
    const [olderVersion] =
      /billfold-server-(.+)-x64\.oci/.exec(readFileSync(join(older, 'SHA256SUMS'), 'utf8'))?.slice(1) ?? []
    const [newer = ''] = inject('releases')
    images = {
      older: await unpackImage(join(older, `billfold-server-${olderVersion}-x64.oci.tar`), join(folder, 'older')),
      newer: await unpackImage(join(newer, `billfold-server-${version}-x64.oci.tar`), join(folder, 'newer')),
    }
    await writeFile(join(images.newer.root, 'app/migrations/9999_drill.js'), drill)

    network = createNetwork()
    closers.push(() => network.close())
    machines = Object.fromEntries(
      ['database', 'job', 'one', 'two', 'proxy'].map((name) => [name, network.addMachine(name)]),
    ) as typeof machines
    const postgres = await startPostgres({
      ...{ bin: oldestBinaries!, machine: machines.database },
      access: ['host billfold all samenet scram-sha-256'],
      adminAddress: network.hostAddress,
    })
    closers.push(() => postgres.stop())
    for (const [role, password] of Object.entries(passwords))
      await postgres.query(`create role ${role} login password '${password}'`)
    await postgres.query('create database billfold owner billfold_owner')
    const devnet = await spawnDevnet({ host: network.hostAddress, chainIds: '31337' })
    closers.push(devnet.stop)
    const devnetUrl = devnet.ready[1]!
    settings = {
      ...{ DATABASE_URL: urlOf('billfold_server'), MIGRATE: 'never', PUBLIC_URL: 'https://api.shop.test' },
      ...{ TRUST_PROXY: '1', DEVNET_URL: devnetUrl, RATE_LIMIT: '1000000', QUOTE_TIMEOUT_MS: '12000' },
    }
    expect(await migrate(images.older)).toContain('done  0001_projects')
    const add = ['projects', 'add', 'billfold-local', '--name', 'Shop', '--origin', 'https://app.shop.test']
    const project = runImage(images.older, { args: ['/app/billfold.js', ...add], machine: machines.job, env: settings })
    expect(await project.ended).toBe(0)
    closers.push(() => Promise.all(Object.values(servers).map((server) => server.stop())))
    await Promise.all([replace('one', images.older), replace('two', images.older)])

    const authority = join(folder, 'authority')
    const [one, two] = [machines.one, machines.two].map(({ address }) => `${address}:4102`)
    const proxy = await startCaddy({
      ...{ caddy: caddy!, machine: machines.proxy, folder: authority, host: 'api.shop.test' },
      caddyfile: join(root, 'deploy/several/Caddyfile'),
      env: { DOMAIN: 'shop.test', API: `${one} ${two}`, RELAY: '127.0.0.1:4103', FRAME: '127.0.0.1:4101' },
    })
    closers.push(() => proxy.stop())
    const { chains } = await readManifest(devnetUrl)
    load = loadApi({
      ...{ host: 'api.shop.test', address: machines.proxy.address, clients },
      ca: readFileSync(authorityIn(authority).rootFile),
      questions: Object.values(questions(chains[0]!, { clients, crowd: 100 })),
    })
    closers.push(() => load.stop())
  })
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })

  it('fails no request: the job, each server in turn, and each of them back', async () => {
    await expect.poll(load.count).toBeGreaterThan(50)
    const ran = await migrate(images.newer)
    expect(ran).toContain('done  9999_drill')
    for (const [step, image] of [
      ['up', images.newer],
      ['back', images.older],
    ] as const) {
      for (const name of ['one', 'two'] as const) {
        const before = load.count()
        await replace(name, image)
        expect(load.count(), `${step}: ${name}`).toBeGreaterThan(before)
      }
    }
    const { succeeded, failures } = await load.stop()
    console.log(`${succeeded} requests succeeded, ${failures.length} failed, through two upgrades. ${ran.trim()}`)
    expect(failures).toEqual([])
  })
})

function newWord(): string {
  return randomBytes(18).toString('base64url')
}
