import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSettings } from '@billfold/protocol/settings/parseSettings'
import { expect } from 'vitest'
import { createNetwork, type Machine } from './machines/createNetwork.ts'
import { authorityIn, startCaddy } from './machines/startCaddy.ts'
import { startPostgres } from './machines/startPostgres.ts'
import { type Running, runImage } from './runImage.ts'
import type { Image } from './unpackImage.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const domain = 'shop.test'
const guardianHost = 'guardian.partner.test'
const user = 10_001

export type Options = {
  folder: string
  images: Readonly<Record<'server' | 'relay' | 'frame' | 'guardian', Image>>
  caddy: string
  /** The folder with PostgreSQL's programs. */
  postgres: string
  /** What the outside world has: chains, and where mail goes. Gets the address at which machines reach this one. */
  world: (
    hostAddress: string,
  ) => Promise<{ devnetUrl: string; smtpUrl: string; siteUpstream: string; contracts: string }>
}

/**
 * A deployment as docs/deploy.md describes it, each part on a machine of its own: PostgreSQL, the job that migrates, API, relay, frame, the
 * proxy before them, and elsewhere the guardian with a proxy of its own. The machines are network namespaces; the containers run as an
 * engine runs them.
 */
export async function startDeployment({ folder, images, caddy, postgres: bin, world }: Options) {
  const network = createNetwork()
  const closers: (() => unknown)[] = [() => network.close()]
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const machines = Object.fromEntries(
      ['database', 'job', 'api', 'relay', 'frame', 'proxy', 'guardian', 'partner', 'site'].map((name) => [
        name,
        network.addMachine(name),
      ]),
    ) as Record<'database' | 'job' | 'api' | 'relay' | 'frame' | 'proxy' | 'guardian' | 'partner' | 'site', Machine>
    const outside = await world(network.hostAddress)
    const hosts: Record<string, string> = {
      [guardianHost]: machines.partner.address,
      [`app.${domain}`]: machines.site.address,
      ...Object.fromEntries(['api', 'relay', 'wallet'].map((name) => [`${name}.${domain}`, machines.proxy.address])),
    }
    const hostsFile = join(folder, 'hosts')
    const lines = Object.entries(hosts).map(([host, address]) => `${address} ${host}`)
    writeFileSync(hostsFile, `127.0.0.1 localhost\n${lines.join('\n')}\n`)

    // One role for each of API, relay and job; each gets in from its own machine only.
    const passwords = { billfold_server: newWord(), billfold_relay: newWord(), billfold_owner: newWord() }
    const access = [
      `host billfold billfold_server ${machines.api.address}/32 scram-sha-256`,
      `host billfold billfold_relay ${machines.relay.address}/32 scram-sha-256`,
      `host billfold all ${machines.job.address}/32 scram-sha-256`,
    ]
    const postgres = await startPostgres({
      bin,
      machine: machines.database,
      access,
      adminAddress: network.hostAddress,
    })
    closers.push(() => postgres.stop())
    for (const [role, password] of Object.entries(passwords))
      await postgres.query(`create role ${role} login password '${password}'`)
    await postgres.query('create database billfold owner billfold_owner')
    const urlOf = (role: keyof typeof passwords) =>
      `postgres://${role}:${passwords[role]}@${machines.database.address}:5432/billfold`

    const etc = newFolder(join(folder, 'etc'))
    const guardianEtc = newFolder(join(folder, 'guardian-etc'))
    const authority = join(folder, 'authority')
    const command = async (machine: Machine, args: string[], mounts: Record<string, string>, env = {}) => {
      const job = runImage(images.server, { args: ['/app/billfold.js', ...args], machine, mounts, env })
      expect([await job.ended, job.output()]).toEqual([0, expect.anything()])
      return job.output()
    }
    const mail = ['--smtp', outside.smtpUrl, '--mail-from']
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
    const migrate = () =>
      command(machines.job, ['migrate'], mounts, {
        ...settings,
        MIGRATION_DATABASE_URL: urlOf('billfold_owner'),
        DATABASE_URL_RELAY: urlOf('billfold_relay'),
      })
    const migrated = await migrate()
    await command(
      machines.api,
      ['projects', 'add', 'shop', '--name', 'Shop', '--origin', `https://app.${domain}`],
      mounts,
      settings,
    )

    const proxies = [
      [machines.proxy, 'one-server', `api.${domain}`],
      [machines.partner, 'guardian', guardianHost],
    ] as const
    const siteFile = join(folder, 'Caddyfile')
    writeFileSync(siteFile, `app.${domain} {\n\treverse_proxy ${outside.siteUpstream}\n}\n`)
    const shared = { caddy, folder: authority }
    const env = {
      ...{ DOMAIN: domain, GUARDIAN: guardianHost, UPSTREAM: `${machines.guardian.address}:8790` },
      ...{
        API: `${machines.api.address}:4102`,
        RELAY: `${machines.relay.address}:4103`,
        FRAME: `${machines.frame.address}:4101`,
      },
    }
    for (const [machine, name, host] of proxies) {
      const proxy = await startCaddy({ ...shared, machine, caddyfile: join(deploy, name, 'Caddyfile'), env, host })
      closers.push(() => proxy.stop())
    }
    const site = await startCaddy({
      ...shared,
      machine: machines.site,
      caddyfile: siteFile,
      env,
      host: `app.${domain}`,
    })
    closers.push(() => site.stop())

    const { rootFile } = authorityIn(authority)
    const trust = { env: { NODE_EXTRA_CA_CERTS: '/etc/authority.crt' }, mounts: { '/etc/authority.crt': rootFile } }
    const containers: Record<string, Running> = {}
    const start = async (
      name: keyof typeof images,
      machine: Machine,
      url: string,
      options: Parameters<typeof runImage>[1],
    ) => {
      const container = runImage(images[name], { machine, ...options })
      containers[name] = container
      closers.push(() => container.stop())
      const respond = () =>
        fetch(url).then(
          ({ status }) => status,
          () => container.output(),
        )
      await expect.poll(respond, { interval: 200 }).toBe(200)
    }
    const local = { DEVNET_URL: outside.devnetUrl }
    await start('server', machines.api, `http://${machines.api.address}:4102/ready`, {
      env: { ...settings, ...local, RPC_HEAVY_AT_ONCE: '2', QUOTE_TIMEOUT_MS: '10000', MAIL_PAUSE_SECONDS: '0' },
      mounts,
    })
    // The relay's machine has its own settings, and none of the API's secrets.
    const { RELAY_URL = '', TRUST_PROXY = '' } = settings
    await start('relay', machines.relay, `http://${machines.relay.address}:4103/ready`, {
      env: { RELAY_URL, TRUST_PROXY, MIGRATE: 'never', DATABASE_URL: urlOf('billfold_relay') },
      mounts: { '/etc/hosts': hostsFile },
    })
    await start('guardian', machines.guardian, `http://${machines.guardian.address}:8790/guardian/v1/live`, {
      env: {
        ...readEnvFile(join(guardianEtc, 'settings.env')),
        ...trust.env,
        GUARDIAN_MEMORY_FILE: '/var/lib/billfold/memory',
      },
      mounts: { '/etc/billfold': guardianEtc, '/etc/hosts': hostsFile, ...trust.mounts },
      data: join(folder, 'guardian-data'),
    })
    await start('frame', machines.frame, `http://${machines.frame.address}:4101/ready`, {
      env: {
        ...{ API_URL: `https://api.${domain}`, GUARDIAN_URL: `https://${guardianHost}`, RECOVERY_POLICY: 'convenient' },
        ...{ ...local, SWAP_TRUSTED_CONTRACTS: outside.contracts, ...trust.env },
      },
      mounts: { '/etc/hosts': hostsFile, ...trust.mounts },
    })
    return {
      hostAddress: network.hostAddress,
      machines,
      hosts,
      urlOf,
      postgres,
      containers,
      settings,
      guardianEtc,
      rootFile,
      signer: authorityIn(authority).signer(),
      migrated,
      migrate,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const newWord = () => randomBytes(18).toString('base64url')

/** A folder of the images' user, as docs/deploy.md has it. */
function newFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chownSync(path, user, user)
  return path
}

const readEnvFile = (path: string): Record<string, string> =>
  Object.fromEntries(parseSettings(readFileSync(path, 'utf8')))
