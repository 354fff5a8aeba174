/** Where Redis is: one server, the sentinels of a primary, or members of a cluster. */
export type RedisServers = {
  kind: 'single' | 'sentinel' | 'cluster'
  hosts: { host: string; port: number }[]
  isTls: boolean
  username: string | undefined
  password: string | undefined
  /** Of a single server or a primary. */
  database: number
  /** The name of the primary among its sentinels. */
  primary: string | undefined
  sentinelPassword: string | undefined
}

const ports = { single: 6379, sentinel: 26379, cluster: 6379 } as const
const form = /^redis(s?)(?:-(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/

/**
 * Reads `redis://[user:password@]host[:port][/database]`, `redis-sentinel://[…@]host,host/<primary>[/database][?sentinelPassword=…]` and
 * `redis-cluster://[…@]host,host`; with TLS, `rediss`. Undefined if it is invalid.
 */
export function readRedisUrl(text: string): RedisServers | undefined {
  const [, tls, kind = 'single', credentials = '', list = '', path = '', query = ''] = form.exec(text) ?? []
  if (tls === undefined || (kind !== 'single' && kind !== 'sentinel' && kind !== 'cluster')) return undefined
  const hosts = list.split(',').map((each) => hostOf(each, ports[kind]))
  const isWhole = hosts.every((host) => host !== undefined)
  if (!isWhole || (kind === 'single' && hosts.length > 1)) return undefined
  const [name, number] = kind === 'sentinel' ? splitOnce(path, '/') : [undefined, path]
  if ((kind === 'sentinel' && !name) || !/^\d{0,4}$/.test(number) || (kind === 'cluster' && path)) return undefined
  const [username, password] = splitOnce(credentials, ':').map(decode)
  const sentinelPassword = new URLSearchParams(query).get('sentinelPassword') ?? undefined
  return {
    ...{ kind, hosts, isTls: tls === 's', username: username || undefined, password: password || undefined },
    ...{ database: Number(number), primary: name && decode(name), sentinelPassword },
  }
}

function hostOf(text: string, usualPort: number): { host: string; port: number } | undefined {
  const address = `http://${text}`
  if (!text || !URL.canParse(address)) return undefined
  const { hostname, port } = new URL(address)
  // URLs leave out the port that http has anyway.
  const isDefault = port === '' && /:80$/.test(text)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: isDefault ? 80 : Number(port || usualPort) }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
