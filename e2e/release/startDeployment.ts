import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSettings } from '@billfold/protocol/settings/parseSettings'
import { expect } from 'vitest'
import type { Machine, Network } from './machines/createNetwork.ts'
import { authorityIn, startCaddy } from './machines/startCaddy.ts'
import { startPostgres } from './machines/startPostgres.ts'
import { startRedis } from './machines/startRedis.ts'
import { type Running, runImage } from './runImage.ts'
import type { Image } from './unpackImage.ts'
import { waitFor } from './waitFor.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const domain = 'shop.test'
const guardianHost = 'guardian.partner.test'
const imageUser = 10_001

type Program = 'server' | 'relay' | 'frame' | 'guardian'
type Role = 'billfold_server' | 'billfold_relay' | 'billfold_owner'

/** Services of the outside world: chains, a mail provider, a shop’s page and its exchanges. */
export type World = { devnetUrl: string; smtpUrl: string; siteUpstream: string; contracts: string }

export type Options = {
  folder: string
  images: Readonly<Record<Program, Image>>
  caddy: string
  /** The folder with PostgreSQL's programs. */
  postgres: string
  /** For several relays. */
  redis: string
  /** API servers, and as many relays. */
  count: 1 | 2
  world: World
  network: Network
}

/**
 * A deployment as docs/deploy.md describes it, or with a count of two as docs/scale.md does, each part on a machine of its own: PostgreSQL, the
 * job that migrates, API, relay, frame, the proxy before them, and elsewhere the guardian with a proxy of its own.
 */
export async function startDeployment(options: Options) {
  const { folder, images, count, world, network } = options
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const machines = addMachines(network, count)
    const hosts: Record<string, string> = {
      [guardianHost]: machines.partner.address,
      [`app.${domain}`]: machines.site.address,
      ...Object.fromEntries(['api', 'relay', 'wallet'].map((name) => [`${name}.${domain}`, machines.proxy.address])),
    }
    const hostsFile = join(folder, 'hosts')
    const lines = Object.entries(hosts).map(([host, address]) => `${address} ${host}`)
    writeFileSync(hostsFile, `127.0.0.1 localhost\n${lines.join('\n')}\n`)

    const { postgres, urlOf } = await startDatabase(options, machines)
    closers.push(() => postgres.stop())
    const redis = count > 1 ? await startRedis(options.redis, machines.redis) : undefined
    if (redis) closers.push(redis.stop)

    const etc = newFolder(join(folder, 'etc'))
    const guardianEtc = newFolder(join(folder, 'guardian-etc'))
    const command = async (machine: Machine, args: string[], mounts: Record<string, string>, env = {}) => {
      const job = runImage(images.server, { args: ['/app/billfold.js', ...args], machine, mounts, env })
      expect([await job.ended, job.output()]).toEqual([0, expect.anything()])
      return job.output()
    }
    const mail = ['--smtp', world.smtpUrl, '--mail-from']
    await command(
      machines.job,
      [
        ...['init', '--domain', domain, '--features', 'wallets,sign-in', '--database', urlOf('billfold_server')],
        ...['--guardian', guardianHost, ...mail, `Wallet <wallet@${domain}>`],
      ],
      { '/etc/billfold': `${etc}:rw` },
    )
    await command(
      machines.guardian,
      [
        ...['init', '--guardian-machine', '--domain', domain, '--guardian', guardianHost],
        ...['--projects', `shop=app.${domain}`, ...mail, 'Guardian <guardian@partner.test>'],
      ],
      { '/etc/billfold': `${guardianEtc}:rw` },
    )
    const settings = readEnvFile(join(etc, 'settings.env'))
    const mounts = { '/etc/billfold': etc, '/etc/hosts': hostsFile }
    const migrated = await command(machines.job, ['migrate'], mounts, {
      ...settings,
      MIGRATION_DATABASE_URL: urlOf('billfold_owner'),
      DATABASE_URL_RELAY: urlOf('billfold_relay'),
    })
    const project = ['--name', 'Shop', '--origin', `https://app.${domain}`]
    await command(machines.job, ['projects', 'add', 'shop', ...project], mounts, {
      ...settings,
      DATABASE_URL: urlOf('billfold_owner'),
    })

    const rootFile = await startProxies(options, machines, (stop) => closers.push(stop))
    const containers: Record<string, Running> = {}
    const start = async (program: Program, machine: Machine, port: number, path: string, more: Container) => {
      const container = runImage(images[program], { machine, ...more })
      containers[machine.name] = container
      closers.push(() => container.stop())
      const respond = () =>
        fetch(`http://${machine.address}:${port}${path}`).then(
          ({ status }) => status,
          () => container.output(),
        )
      await waitFor(200, respond)
    }
    const local = { DEVNET_URL: world.devnetUrl }
    for (const machine of machines.servers)
      await start('server', machine, 4102, '/ready', {
        env: { ...settings, ...local, RPC_HEAVY_AT_ONCE: '2', QUOTE_TIMEOUT_MS: '10000', MAIL_PAUSE_SECONDS: '0' },
        mounts,
      })
    // The relay's machine has its own settings, and none of the API's secrets.
    const { RELAY_URL = '', TRUST_PROXY = '' } = settings
    const shared = redis ? { REDIS_URL: redis.url } : {}
    for (const machine of machines.relays)
      await start('relay', machine, 4103, '/ready', {
        env: { RELAY_URL, TRUST_PROXY, MIGRATE: 'never', DATABASE_URL: urlOf('billfold_relay'), ...shared },
        mounts: { '/etc/hosts': hostsFile },
      })
    const trust = { env: { NODE_EXTRA_CA_CERTS: '/etc/authority.crt' }, mounts: { '/etc/authority.crt': rootFile } }
    await start('guardian', machines.guardian, 8790, '/guardian/v1/live', {
      env: {
        ...readEnvFile(join(guardianEtc, 'settings.env')),
        ...{ ...trust.env, GUARDIAN_MEMORY_FILE: '/var/lib/billfold/memory' },
      },
      mounts: { '/etc/billfold': guardianEtc, '/etc/hosts': hostsFile, ...trust.mounts },
      data: join(folder, 'guardian-data'),
    })
    await start('frame', machines.frame, 4101, '/ready', {
      env: {
        ...{ API_URL: `https://api.${domain}`, GUARDIAN_URL: `https://${guardianHost}`, RECOVERY_POLICY: 'convenient' },
        ...{ ...local, SWAP_TRUSTED_CONTRACTS: world.contracts, ...trust.env },
      },
      mounts: { '/etc/hosts': hostsFile, ...trust.mounts },
    })
    const { signer } = authorityIn(join(folder, 'authority'))
    return { machines, hosts, urlOf, containers, guardianEtc, rootFile, signer: signer(), migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Container = NonNullable<Parameters<typeof runImage>[1]>
type Machines = ReturnType<typeof addMachines>

function addMachines(network: Network, count: number) {
  const names = ['database', 'redis', 'job', 'frame', 'proxy', 'guardian', 'partner', 'site'] as const
  const single = Object.fromEntries(names.map((name) => [name, network.addMachine(name)]))
  const several = (name: string) => Array.from({ length: count }, (_, n) => network.addMachine(`${name}${n + 1}`))
  return {
    ...(single as Record<(typeof names)[number], Machine>),
    servers: several('api'),
    relays: several('relay'),
  }
}

/** PostgreSQL with one role for each of API, relay and job; each gets in from its own machines only. */
async function startDatabase(
  { postgres: bin, network }: Options,
  { database: machine, servers, relays, job }: Machines,
) {
  const line = (role: string) => (each: Machine) => `host billfold ${role} ${each.address}/32 scram-sha-256`
  const access = [...servers.map(line('billfold_server')), ...relays.map(line('billfold_relay')), line('all')(job)]
  const postgres = await startPostgres({ bin, machine, access, adminAddress: network.hostAddress })
  const newWord = () => randomBytes(18).toString('base64url')
  const passwords = { billfold_server: newWord(), billfold_relay: newWord(), billfold_owner: newWord() }
  for (const [role, password] of Object.entries(passwords))
    await postgres.query(`create role ${role} login password '${password}'`)
  await postgres.query('create database billfold owner billfold_owner')
  const urlOf = (role: Role) => `postgres://${role}:${passwords[role]}@${machine.address}:5432/billfold`
  return { postgres, urlOf }
}

/** The proxies with deploy/'s own Caddyfiles, and the shop's; returns the certificate of the authority that they share. */
async function startProxies(
  { folder, caddy, count, world }: Options,
  machines: Machines,
  onStart: (stop: () => unknown) => void,
) {
  const list = (each: readonly Machine[], port: number) => each.map(({ address }) => `${address}:${port}`).join(' ')
  const env = {
    ...{ DOMAIN: domain, GUARDIAN: guardianHost, UPSTREAM: list([machines.guardian], 8790) },
    ...{ API: list(machines.servers, 4102), RELAY: list(machines.relays, 4103), FRAME: list([machines.frame], 4101) },
  }
  const siteFile = join(folder, 'Caddyfile')
  writeFileSync(siteFile, `app.${domain} {\n\treverse_proxy ${world.siteUpstream}\n}\n`)
  const proxies: [Machine, string, string][] = [
    [machines.proxy, join(deploy, count > 1 ? 'several' : 'one-server', 'Caddyfile'), `api.${domain}`],
    [machines.partner, join(deploy, 'guardian/Caddyfile'), guardianHost],
    [machines.site, siteFile, `app.${domain}`],
  ]
  const authority = join(folder, 'authority')
  for (const [machine, caddyfile, host] of proxies) {
    const proxy = await startCaddy({ caddy, machine, caddyfile, env, host, folder: authority })
    onStart(proxy.stop)
  }
  // Containers run as a user of their own, and Caddy's folder is for its user alone.
  const rootFile = join(folder, 'authority.crt')
  copyFileSync(authorityIn(authority).rootFile, rootFile)
  chmodSync(rootFile, 0o644)
  return rootFile
}

/** A folder of the images' user, as docs/deploy.md has it. */
function newFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chownSync(path, imageUser, imageUser)
  return path
}

const readEnvFile = (path: string): Record<string, string> =>
  Object.fromEntries(parseSettings(readFileSync(path, 'utf8')))
