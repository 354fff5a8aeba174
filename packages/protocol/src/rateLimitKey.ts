/** Derives something of an address once, for the many requests of each client. Addresses are short, so the memory is bounded. */
function remembered<T>(derive: (address: string) => T): (address: string) => T {
  const known = new Map<string, T>()
  return (address) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const value = derive(address)
    if (known.size >= 10_000) known.clear()
    if (address.length <= 64) known.set(address, value)
    return value
  }
}

/** An IP address as quotas count it: IPv4 by itself, IPv6 by its /64, which a household has whole and could rotate through. */
export const rateLimitKey = (address: string | undefined): string => keyOf(address ?? '')

const keyOf = remembered((address) => {
  const bare = (address.split('%')[0] ?? '').toLowerCase()
  const v4 = bare.replace(/^::ffff:(?=\d+\.)/, '')
  if (isIpv4(v4)) return v4
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return 'unknown'
  const [head = '', tail] = bare.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
})

/** A network that a client is in, and how many times one client's quota all of its clients have together. */
export type ClientNetwork = { name: string; times: number }

/**
 * The networks of a client of `rateLimitKey`, narrowest first: a rented server has a /56 or a /48 of IPv6 and could use each
 * /64 in it, or a part of an IPv4 /24. Homes and phones share such networks, too, so the wider ones have more.
 */
export const networksOf = remembered((client): readonly ClientNetwork[] => {
  const own = { name: client, times: 1 }
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(client)?.[1]
  if (v4) return [own, { name: `${v4}.0/24`, times: 16 }]
  const [, site, subnet] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):([0-9a-f]{1,4})::\/64$/.exec(client) ?? []
  if (!site || !subnet) return [own]
  const home = (Number.parseInt(subnet, 16) & 0xff00).toString(16)
  return [own, { name: `${site}:${home}::/56`, times: 4 }, { name: `${site}::/48`, times: 16 }]
})

/** The widest of them: anyone who holds it can be all of its clients. */
export const widestNetworkOf = (client: string): string => networksOf(client).at(-1)!.name

const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)
