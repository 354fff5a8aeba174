import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from './ports.ts'

/** One process of the stack: its command and environment, its readiness check and its dependencies. */
export type Service = {
  name: string
  /** The file to run; a service whose entry does not exist is left out. */
  entry: string
  env: Record<string, string>
  ports: number[]
  /** Ready when this address answers 2xx, or when this text appears in what it prints. */
  health: { url: string } | { line: string }
  needs: string[]
  /** Starts once all the others are up, and no one waits for it: the page is usable without it. */
  isLater?: true
  /** URLs for people and browsers, of the services that run. */
  urls: Record<string, string>
}

type Options = {
  root: string
  ports: Ports
  stateDir: string
  env: Readonly<Record<string, string | undefined>>
  /** Whether the devnet trades by itself: lively to look at, but in the way of a test that counts. */
  market: boolean
}

const host = '127.0.0.1'
/**
 * Receives the swap fees on the local network, so that they show: no visitor's account. Its key is the hash of
 * `billfold devnet swap fees`.
 */
const swapFees = '0x7288BA89e63d39627b3dAaBfC5CC7d1165Aa5a82'

/** The local chains' exchanges: the frame names contracts of its own list and its operator's. */
const localExchanges = ['eip155:31337', 'eip155:31338']
  .flatMap((chain) => [
    `uniswap:${chain}:0xbA08DdCf831Af694F33eF848dDa32C11DEa3651e`,
    `uniswap-v3:${chain}:0x38E6B00578538c440405F8718cBE94E7711f40fe`,
  ])
  .join(',')

/** The shared secret of the server and the local on-ramp. It is public. */
const localSeller = 'billfold-local-onramp'

/** Addresses and the database, for all services' settings. */
type Stack = Options & ReturnType<typeof addressesOf>

function addressesOf({ ports, stateDir, env }: Options) {
  const databaseDir = join(stateDir, 'database')
  const localDatabase = `postgres://billfold@${host}:${ports.database}/billfold`
  return {
    at: (port: number, path = '') => `http://${host}:${port}${path}`,
    wallet: `http://wallet.billfold.localhost:${ports.frame}`,
    mail: `http://mail.billfold.localhost:${ports.mail}`,
    guardian: `http://guardian.billfold.localhost:${ports.guardian}`,
    caughtMail: `smtp://${host}:${ports.smtp}`,
    databaseDir,
    localDatabase,
    database: env.DATABASE_URL
      ? { DATABASE_URL: env.DATABASE_URL }
      : { DATABASE_URL: localDatabase, DATABASE_PASSWORD_FILE: `${databaseDir}.password` },
  }
}

/** The services of `npm start`, without those that have no code yet. */
export function listServices(options: Options): Service[] {
  const { root, env } = options
  const stack = { ...options, ...addressesOf(options) }
  const table = [
    ...databaseServices(stack),
    ...devnetServices(stack),
    ...chainServices(stack),
    ...apiServices(stack),
    ...walletServices(stack),
    ...standIns(stack),
    ...siteServices(stack),
  ]
  const running = table
    .map((service) => ({ ...service, entry: join(root, service.entry) }))
    .filter(({ entry }) => existsSync(entry))
    .filter(
      ({ name, isLater }) =>
        !(name === 'database' && env.DATABASE_URL) && !(isLater && env[`DEVNET_${name.toUpperCase()}`] === 'off'),
    )
  introduce(running, stack)
  const names = new Set(running.map(({ name }) => name))
  return running.map((service) => ({ ...service, needs: service.needs.filter((name) => names.has(name)) }))
}

/** Gives services the addresses of those that run, and only those. */
function introduce(running: readonly Service[], { ports, env, at, wallet, mail }: Stack): void {
  const find = (name: string) => running.find((service) => service.name === name)
  const [web, server, guardian] = [find('web'), find('server'), find('guardian')]
  if (web && find('relay')) web.env.RELAY_URL = `ws://${host}:${ports.relay}`
  if (web && find('frame')) web.env.WALLET_URL = wallet
  if (web && find('frame') && find('mail')) web.env.MAIL_URL = mail
  if (server && find('onramp'))
    Object.assign(server.env, { ONRAMP_LOCAL_URL: at(ports.onramp), ONRAMP_LOCAL_SECRET: localSeller })
  if (find('identity')) {
    const local = (prefix: string) => ({
      ...socialLogins(at(ports.identity), env, prefix),
      ...farcaster({ relay: at(ports.identity, '/farcaster'), rpc: at(ports.farcaster) }, env, prefix),
    })
    if (server) Object.assign(server.env, local('SOCIAL_'))
    if (guardian) Object.assign(guardian.env, local('GUARDIAN_SOCIAL_'))
  }
}

const databaseServices = ({ ports, databaseDir, localDatabase }: Stack): Service[] => [
  {
    name: 'database',
    entry: 'apps/server/src/db/main.ts',
    env: { DATABASE_DIR: databaseDir, DATABASE_PORT: String(ports.database) },
    ports: [ports.database],
    health: { line: 'database ready' },
    needs: [],
    urls: { database: localDatabase },
  },
]

const devnetServices = ({ ports, at, stateDir, env, market }: Stack): Service[] => [
  {
    name: 'devnet',
    entry: 'apps/devnet/src/main.ts',
    env: {
      DEVNET_HOST: host,
      DEVNET_PORT: String(ports.devnet),
      DEVNET_EVM_PORT: String(ports.evm[0]),
      DEVNET_CHAIN_IDS: '31337,31338',
      DEVNET_MARKET: market ? 'on' : 'off',
      DEVNET_SOLANA_PORT: String(ports.solana[0]),
      DEVNET_BITCOIN_PORT: String(ports.bitcoin),
      DEVNET_POLKADOT_PORT: String(ports.polkadot),
      DEVNET_FARCASTER_PORT: String(ports.farcaster),
      DEVNET_STATE: join(stateDir, 'devnet'),
      DEVNET_NAMES_GATEWAY: at(ports.api, '/ccip/{sender}/{data}.json'),
      ...(env.DEVNET_BLOCK_TIME ? { DEVNET_BLOCK_TIME: env.DEVNET_BLOCK_TIME } : {}),
    },
    ports: [ports.devnet, ...ports.evm, ports.farcaster],
    health: { url: at(ports.devnet, '/health') },
    needs: [],
    urls: { devnet: at(ports.devnet) },
  },
]

/** The chains that are processes of their own. */
function chainServices({ ports, at, stateDir }: Stack): Service[] {
  const chains = { solana: ports.solana, bitcoin: [ports.bitcoin], polkadot: [ports.polkadot] }
  return Object.entries(chains).map(([name, own]) => {
    const url = at(own[0]!)
    return {
      name,
      entry: `apps/devnet/src/${name}/main.ts`,
      env: {
        DEVNET_HOST: host,
        [`DEVNET_${name.toUpperCase()}_PORT`]: String(own[0]),
        DEVNET_STATE: join(stateDir, 'devnet'),
      },
      ports: own,
      health: { url: `${url}/health` },
      needs: [],
      isLater: true,
      urls: { [name]: url },
    }
  })
}

const apiServices = ({ root, ports, at, stateDir, env, wallet, caughtMail, database }: Stack): Service[] => [
  {
    name: 'server',
    entry: 'apps/server/src/main.ts',
    env: {
      HOST: host,
      PORT: String(ports.api),
      DEFAULT_PROJECT: 'local',
      DEVNET_URL: at(ports.devnet),
      // Each local chain computes on one core.
      RPC_HEAVY_AT_ONCE: '2',
      // The local network's own key, worthless elsewhere: smart accounts work without a setting.
      RELAYER_KEY_FILE: env.RELAYER_KEY_FILE ?? join(root, 'apps/devnet/keys/relayer.key'),
      SPONSOR_KEY_FILE: env.SPONSOR_KEY_FILE ?? join(root, 'apps/devnet/keys/sponsor.key'),
      SWAP_FEE_RECIPIENT: env.SWAP_FEE_RECIPIENT ?? swapFees,
      EMBEDDED_SECRETS: join(stateDir, 'embedded'),
      AUTH_SECRETS: join(stateDir, 'auth'),
      NAMES_PARENT: env.NAMES_PARENT ?? 'billfold.eth',
      NAMES_KEY_FILE: env.NAMES_KEY_FILE ?? join(root, 'apps/devnet/keys/names.key'),
      WALLET_ORIGIN: wallet,
      PUBLIC_URL: env.PUBLIC_URL ?? at(ports.api),
      SMTP_URL: env.SMTP_URL ?? caughtMail,
      MAIL_FROM: env.MAIL_FROM ?? 'Billfold <no-reply@billfold.localhost>',
      ...database,
    },
    ports: [ports.api],
    health: { url: at(ports.api, '/ready') },
    needs: ['database'],
    urls: { api: at(ports.api) },
  },
  {
    name: 'relay',
    entry: 'apps/server/src/relay/main.ts',
    env: { HOST: host, PORT: String(ports.relay), ...database },
    ports: [ports.relay],
    health: { url: at(ports.relay, '/health') },
    needs: ['database'],
    urls: { relay: at(ports.relay) },
  },
]

/** The embedded wallet: its page, and the holder of one half of recovery. */
const walletServices = ({ ports, at, stateDir, env, wallet, guardian, caughtMail }: Stack): Service[] => [
  {
    name: 'frame',
    entry: 'apps/frame/src/server/main.ts',
    env: {
      HOST: host,
      PORT: String(ports.frame),
      API_URL: at(ports.api),
      GUARDIAN_URL: at(ports.guardian),
      // Short, so that one can try everything without waiting a day.
      RECOVERY_POLICY: env.RECOVERY_POLICY ?? 'convenient',
      SWAP_TRUSTED_CONTRACTS: env.SWAP_TRUSTED_CONTRACTS ?? localExchanges,
      DEVNET_URL: at(ports.devnet),
    },
    ports: [ports.frame],
    health: { url: at(ports.frame, '/health') },
    needs: [],
    isLater: true,
    urls: { frame: wallet },
  },
  {
    name: 'guardian',
    entry: 'apps/guardian/src/main.ts',
    env: {
      HOST: host,
      PORT: String(ports.guardian),
      // Apart from everything that the server reads: together the two would open every wallet.
      GUARDIAN_KEY_FILE: join(stateDir, 'guardian', 'key'),
      GUARDIAN_PUBLIC_URL: guardian,
      GUARDIAN_FRAME_ORIGINS: wallet,
      GUARDIAN_API_URL: at(ports.api),
      GUARDIAN_PROJECTS: env.GUARDIAN_PROJECTS ?? `billfold-local=app.billfold.localhost:${ports.site}`,
      GUARDIAN_SMTP_URL: env.GUARDIAN_SMTP_URL ?? caughtMail,
      GUARDIAN_MAIL_FROM: env.GUARDIAN_MAIL_FROM ?? 'Billfold guardian <guardian@billfold.localhost>',
    },
    ports: [ports.guardian],
    health: { url: at(ports.guardian, '/guardian/v1/live') },
    needs: [],
    isLater: true,
    urls: { guardian: at(ports.guardian) },
  },
]

/** Local stand-ins for what others run: mail servers, social logins, sellers of coins. */
const standIns = ({ ports, at, mail, guardian }: Stack): Service[] => [
  {
    name: 'mail',
    entry: 'apps/devnet/src/mail/main.ts',
    env: { DEVNET_MAIL_PORT: String(ports.mail), DEVNET_SMTP_PORT: String(ports.smtp) },
    ports: [ports.mail, ports.smtp],
    health: { url: at(ports.mail, '/health') },
    needs: [],
    isLater: true,
    urls: { mail },
  },
  {
    name: 'identity',
    entry: 'apps/devnet/src/identity/main.ts',
    env: {
      DEVNET_IDENTITY_PORT: String(ports.identity),
      DEVNET_IDENTITY_REDIRECTS: [
        at(ports.api, '/embedded/v1/social/callback/{provider}'),
        `${guardian}/guardian/v1/social/{provider}`,
      ].join(),
      DEVNET_FARCASTER_RPC_URL: at(ports.farcaster),
    },
    ports: [ports.identity],
    health: { url: at(ports.identity, '/health') },
    needs: [],
    isLater: true,
    urls: { identity: at(ports.identity) },
  },
  {
    name: 'onramp',
    entry: 'apps/devnet/src/onramp/main.ts',
    env: {
      DEVNET_ONRAMP_PORT: String(ports.onramp),
      DEVNET_ONRAMP_WEBHOOK: at(ports.api, '/v1/onramp/webhooks/local'),
      DEVNET_ONRAMP_SECRET: localSeller,
      DEVNET_URL: at(ports.devnet),
    },
    ports: [ports.onramp],
    health: { url: at(ports.onramp, '/health') },
    needs: [],
    isLater: true,
    urls: { onramp: at(ports.onramp) },
  },
]

const siteServices = ({ ports, at }: Stack): Service[] => [
  {
    name: 'web',
    entry: 'apps/web/src/server/main.ts',
    env: {
      HOST: host,
      PORT: String(ports.site),
      API_URL: at(ports.api),
      DEVNET_URL: at(ports.devnet),
      PROJECT_ID: 'billfold-local',
    },
    ports: [ports.site],
    health: { url: at(ports.site, '/health') },
    needs: [],
    urls: { site: `http://app.billfold.localhost:${ports.site}`, 'also at': `http://localhost:${ports.site}` },
  },
]

/**
 * The local stand-ins for the social providers, each unless the environment names a real one. Their client is in
 * apps/devnet/src/identity.
 */
function socialLogins(url: string, env: Options['env'], prefix: string): Record<string, string> {
  const providers = ['google', 'apple', 'facebook', 'discord', 'github', 'x']
  const local = providers.flatMap((id): [string, string][] => {
    const name = `${prefix}${id.toUpperCase()}`
    if (env[`${name}_CLIENT_ID`]) return []
    return [
      [`${name}_ISSUER`, `${url}/${id}`],
      [`${name}_CLIENT_ID`, 'billfold-local'],
      [`${name}_CLIENT_SECRET`, 'billfold-local-secret'],
    ]
  })
  return Object.fromEntries(local)
}

/** The local stand-in for Farcaster, unless the environment names a relay. */
function farcaster(at: { relay: string; rpc: string }, env: Options['env'], prefix: string): Record<string, string> {
  const name = `${prefix}FARCASTER`
  return env[`${name}_RELAY_URL`] ? {} : { [`${name}_RELAY_URL`]: at.relay, [`${name}_RPC_URL`]: at.rpc }
}
