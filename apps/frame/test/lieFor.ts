import { type EmbeddedSession, type embeddedApi, embeddedRoutes } from '@billfold/protocol/embedded/embeddedApi'
import { type guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { p256 } from '@noble/curves/nist.js'
import type { Field } from './outputFields.ts'
import type { pretendServers } from './pretendServers.ts'

type Servers = ReturnType<typeof pretendServers>
export type CallName = keyof typeof embeddedApi | keyof typeof guardianApi
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Parent = Record<string, Json>
export const ways = ['change', 'raise', 'zero', 'drop', 'repeat', 'swap', 'lose', 'refuse', 'forget'] as const
export type Lie = Field<CallName> & { way: (typeof ways)[number] }
/** A response of each call, as an honest server gave it. */
export type Responses = Map<CallName, Json>

/** The lying API's own mailbox, accounts at every provider, and key. */
export const evilPublicKey = encodeBase64Url(p256.getPublicKey(p256.utils.randomSecretKey(), false))
const kinds = ['email', 'google', 'farcaster', 'passkey'] as const
export const evilEmail = 'mallory@evil.example'
export const evilIdentities = kinds.map((kind) =>
  identityHash({ kind, subject: kind === 'email' ? evilEmail : 'mallory' }),
)

const routes = { ...embeddedRoutes, ...guardianRoutes }
function nameOf(method: string, { pathname }: URL): CallName | undefined {
  const isAt = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)
  const match = Object.entries(routes).find(([, route]) => route.method === method && isAt(route.path))
  return match?.[0] as CallName | undefined
}

/** Puts a liar between devices and honest servers: it tells the lies of its list, about every response, while it is on. */
export function lieFor(servers: Servers, lies: readonly Lie[], strangers: ReadonlyMap<CallName, Json>) {
  const { fetch } = servers
  const first: Responses = new Map()
  const liar = { isOn: false, seen: new Map() as Responses, log: [] as { name: CallName; response: Json }[] }
  servers.fetch = async (input, init) => {
    const response = await fetch(input, init)
    const name = nameOf(init?.method ?? 'GET', new URL(String(input)))
    if (!name || !response.ok) return response
    const honest = (await response.json()) as Json
    if (!first.has(name)) first.set(name, honest)
    liar.log.push({ name, response: honest })
    // Of a call's responses the one with the most to lie about.
    if (sizeOf(honest) > sizeOf(liar.seen.get(name))) liar.seen.set(name, honest)
    let result = structuredClone(honest)
    for (const lie of liar.isOn ? lies.filter((each) => each.name === name) : []) {
      if (lie.way === 'lose') throw new TypeError('Failed to fetch')
      if (lie.way === 'refuse' || lie.way === 'forget')
        return Response.json(
          { status: 'FAILED', code: lie.way === 'refuse' ? 'unauthorized' : 'not_found', reasons: [] },
          { status: lie.way === 'refuse' ? 401 : 404 },
        )
      const others = { repeat: first.get(name), swap: strangers.get(name) }
      result = changeAt(result, lie, lie.way === 'repeat' || lie.way === 'swap' ? others[lie.way] : undefined)
    }
    return Response.json(result)
  }
  return liar
}

const sizeOf = (value: unknown) => JSON.stringify(value ?? null).length

/** Whether a response has a place for this field. */
export const hasPlace = (response: Json | undefined, path: readonly string[]): boolean =>
  path.length === 0 ? response !== undefined : parentsOf(response, path).length > 0

/** Whether a response has a number at this path. */
export const hasNumber = (response: Json, path: readonly string[]): boolean =>
  parentsOf(response, path).some((parent) =>
    childrenOf(parent, path.at(-1)!).some((key) => typeof parent[key] === 'number'),
  )

function parentsOf(root: Json | undefined, path: readonly string[]): Parent[] {
  const parents = path
    .slice(0, -1)
    .reduce<(Json | undefined)[]>(
      (inner, key) => inner.flatMap((each) => childrenOf(each, key).map((name) => (each as Parent)[name])),
      [root],
    )
  const last = path.at(-1)!
  const isList = last === '0' || last === '*'
  return parents.filter(
    (each): each is Parent =>
      typeof each === 'object' &&
      each !== null &&
      (isList ? Array.isArray(each) && each.length > 0 : !Array.isArray(each)),
  )
}

const childrenOf = (value: Json | undefined, key: string): string[] =>
  typeof value !== 'object' || value === null ? [] : Array.isArray(value) && key === '*' ? Object.keys(value) : [key]

function changeAt(root: Json, { path, way }: Lie, other: Json | undefined): Json {
  if (path.length === 0) return way === 'repeat' || way === 'swap' ? (other ?? root) : {}
  const theirs = parentsOf(other, path)
  const last = path.at(-1)!
  for (const [at, parent] of parentsOf(root, path).entries()) {
    const keys = childrenOf(parent, last)
    if (way === 'drop' && Array.isArray(parent)) parent.splice(0, last === '*' ? parent.length : 1)
    else
      for (const key of keys)
        if (way === 'drop') delete parent[key]
        else if (way === 'repeat' || way === 'swap') {
          const from = theirs[at] ?? theirs[0]
          if (from && key in from) parent[key] = from[key]!
          else if (from && !Array.isArray(parent)) delete parent[key]
        } else parent[key] = evilValue(key, parent[key], way)
  }
  return root
}

/** The value that would help a thief most; of numbers also the highest and the lowest. */
function evilValue(key: string, value: Json | undefined, way: Lie['way']): Json {
  if (way === 'raise' && typeof value === 'number') return 999_999
  if (way === 'zero' && typeof value === 'number') return 0
  const own = evilValues[key]
  if (own) return own(value)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return []
  if (typeof value === 'string')
    return /^[\w-]{20,}$/.test(value) ? encodeBase64Url(crypto.getRandomValues(decodeBase64Url(value).slice())) : 'x'
  return value === null || value === undefined ? 'x' : null
}

const evilWallet: NonNullable<EmbeddedSession['wallet']> & Parent = {
  walletId: '00000000-0000-4000-8000-000000000000',
  evmAddress: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  solanaAddress: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpdpdpdpdpdpdp',
  generation: 1,
}
const evilPage = 'javascript:alert(document.domain)'
const evilKey: Json = { kind: 'passkey', credentialId: 'evil', publicKey: evilPublicKey }
const evilValues: Record<string, (value: Json | undefined) => Json> = {
  identity: () => evilIdentities[0]!,
  email: () => evilEmail,
  publicKey: () => evilPublicKey,
  sealKey: () => evilPublicKey,
  policy: (value) => (value === 'convenient' ? 'strict' : 'convenient'),
  wallet: (value) => (value === null ? evilWallet : null),
  evmAddress: () => evilWallet.evmAddress,
  solanaAddress: () => evilWallet.solanaAddress,
  charter: (value) => ({
    ...((value ?? { proof: 'A'.repeat(43) }) as Parent),
    ...{ sequence: 9, identity: evilIdentities[0]!, policy: 'convenient' },
  }),
  removed: () => [evilPublicKey],
  recoveries: (value) => [...((value ?? []) as Json[]), { key: evilKey, sealed: 'AA' }],
  key: () => evilKey,
  kind: (value) => (value === 'code' ? 'passkey' : 'code'),
  credentialId: () => 'evil',
  walletId: () => crypto.randomUUID(),
  deviceId: () => crypto.randomUUID(),
  challenge: () => crypto.randomUUID(),
  release: () => crypto.randomUUID(),
  userName: () => 'Mallory',
  deleteAt: () => 1,
  isPending: () => true,
  step: (value) => (value === 'primary' ? 'secondary' : 'primary'),
  state: (value) => (value === 'approved' ? 'refused' : 'approved'),
  number: (value) => (value === '42' ? '24' : '42'),
  opensInSeconds: () => 1,
  sealed: (value) => (typeof value === 'string' ? encodeBase64Url(crypto.getRandomValues(new Uint8Array(98))) : 'AA'),
  uri: () => evilPage,
  url: () => evilPage,
}
