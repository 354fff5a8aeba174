import { StartError } from '../startError.ts'

/** The local identity provider's port, and its allowed redirect URIs. */
export type IdentityConfig = {
  /** 0 takes any free one. */
  port: number
  /** `{provider}` in it stands for each of the six. */
  redirectUris: readonly string[]
  /** A node of the chain with Farcaster's registries; undefined if Farcaster is disabled. */
  farcasterRpcUrl?: string | undefined
}

/** Reads the variables of the identity provider; undefined if it is disabled. */
export function readIdentityConfig(env: Readonly<Record<string, string | undefined>>): IdentityConfig | undefined {
  const isOn = env.DEVNET_IDENTITY || 'on'
  if (isOn !== 'on' && isOn !== 'off') throw wrong('DEVNET_IDENTITY', isOn, 'on or off')
  const text = env.DEVNET_IDENTITY_PORT || '4107'
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw wrong('DEVNET_IDENTITY_PORT', text, 'a whole number from 0 to 65535')
  const redirectUris = (env.DEVNET_IDENTITY_REDIRECTS || '').split(/[\s,]+/).filter(Boolean)
  for (const uri of redirectUris)
    if (!/^https?:$/.test(URL.parse(uri)?.protocol ?? ''))
      throw wrong('DEVNET_IDENTITY_REDIRECTS', uri, 'an address such as http://127.0.0.1:4102/callback')
  const farcasterRpcUrl = env.DEVNET_FARCASTER_RPC_URL || undefined
  if (farcasterRpcUrl !== undefined && !/^https?:$/.test(URL.parse(farcasterRpcUrl)?.protocol ?? ''))
    throw wrong('DEVNET_FARCASTER_RPC_URL', farcasterRpcUrl, 'an address such as http://127.0.0.1:4116')
  return isOn === 'on' ? { port, redirectUris, farcasterRpcUrl } : undefined
}

const wrong = (name: string, value: string, expected: string) =>
  new StartError(`${name} is ${JSON.stringify(value)} and must be ${expected}.`)
