import { KitError } from '@billfold/protocol/error'
import { publicNetworks } from './publicNetworks.ts'

/** `local` carries the Devnet Wallet; `production` has no trace of it. */
export type WebMode = 'local' | 'production'

export type WebConfig = {
  host: string
  port: number
  mode: WebMode
  projectId: string | null
  apiUrl: URL | null
  /** The URL of the local network's manifest; null without a local network. */
  manifestUrl: URL | null
  /** Origins of the local network's nodes if the operator names them; null reads them from the manifest. */
  devnetOrigins: readonly string[] | null
  /** The nodes of a production site's networks, by CAIP-2 id. */
  rpcUrls: ReadonlyMap<string, URL>
  /** The relay's addresses, in the order of attempts; without one there is no WalletConnect. */
  relayUrls: readonly URL[]
  /** The embedded-wallet page, the only thing this site may frame. */
  walletUrl: URL | null
  /** The page with a local stack's mail; null on a production site. */
  mailUrl: URL | null
}

/** Settings from the environment; throws one sentence that names a wrong value. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): WebConfig {
  const devnetUrl = readUrl(env, 'DEVNET_URL')
  const mode = readMode(env.WEB_MODE, devnetUrl)
  const origins = env.DEVNET_ORIGINS?.split(/[\s,]+/).filter(Boolean)
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT),
    mode,
    projectId: readProjectId(env.PROJECT_ID),
    apiUrl: readUrl(env, 'API_URL'),
    manifestUrl: devnetUrl && new URL('manifest.json', devnetUrl.href.replace(/\/?$/, '/')),
    devnetOrigins: origins?.length ? origins.map((text) => toUrl('DEVNET_ORIGINS', text, wireSchemes).origin) : null,
    rpcUrls: readRpcUrls(env.RPC_URLS),
    relayUrls: listOf(env.RELAY_URL).map((text) => toUrl('RELAY_URL', text, ['ws:', 'wss:'])),
    walletUrl: readUrl(env, 'WALLET_URL'),
    mailUrl: mode === 'local' ? readUrl(env, 'MAIL_URL') : null,
  }
}

const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean)

const pageSchemes = ['http:', 'https:']
const wireSchemes = ['http:', 'https:', 'ws:', 'wss:']

function readPort(text: string | undefined): number {
  if (!text) return 4100
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw wrong('PORT', text, 'a number from 0 to 65535')
}

function readMode(text: string | undefined, devnetUrl: URL | null): WebMode {
  if (!text) return devnetUrl ? 'local' : 'production'
  if (text === 'local' || text === 'production') return text
  throw wrong('WEB_MODE', text, 'local or production')
}

function readProjectId(text: string | undefined): string | null {
  if (!text) return null
  if (/^[\w-]{1,64}$/.test(text)) return text
  throw wrong('PROJECT_ID', text, 'letters, digits, - and _, at most 64 of them')
}

/** `eip155:1=https://…` separated by spaces: we name the networks, the operator their nodes. */
function readRpcUrls(text = ''): ReadonlyMap<string, URL> {
  const known = publicNetworks.map(({ caipNetworkId }) => caipNetworkId)
  const pairs = text.split(/\s+/).filter(Boolean)
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      const id = pair.slice(0, Math.max(at, 0))
      if (!known.includes(id)) throw wrong('RPC_URLS', pair, `one of ${known.join(', ')}, then = and an address`)
      return [id, toUrl('RPC_URLS', pair.slice(at + 1), pageSchemes)]
    }),
  )
}

function readUrl(env: Readonly<Record<string, string | undefined>>, name: string): URL | null {
  const text = env[name]
  return text ? toUrl(name, text, pageSchemes) : null
}

function toUrl(name: string, text: string, schemes: readonly string[]): URL {
  const url = URL.parse(text)
  if (url && schemes.includes(url.protocol) && !url.username && !url.password) return url
  throw wrong(name, text, `an address such as ${schemes[0]}//localhost:4110`)
}

function wrong(name: string, text: string, wanted: string): KitError {
  return new KitError('invalid_input', { message: `${name} must be ${wanted}, not ${JSON.stringify(text)}.` })
}
