import { KitError } from '../error.ts'
import { isHere } from './farcasterRelay.ts'

/** Settings of a service with Farcaster sign-in: a relay, and a node of the registries' chain. */
export type FarcasterSettings = { relayUrl: string; rpcUrl: string }

/** Reads `<prefix>FARCASTER_RELAY_URL` and `…_RPC_URL`: both, or Farcaster is off. */
export function readFarcasterSettings(
  env: Readonly<Record<string, string | undefined>>,
  prefix = 'SOCIAL_',
): FarcasterSettings | undefined {
  const name = `${prefix}FARCASTER`
  const [relayUrl, rpcUrl] = ['RELAY_URL', 'RPC_URL'].map((part) => env[`${name}_${part}`] || undefined)
  if (!relayUrl && !rpcUrl) return undefined
  if (!relayUrl || !rpcUrl)
    throw new KitError('invalid_input', { message: `${name}_${relayUrl ? 'RPC' : 'RELAY'}_URL must be set too.` })
  // Without the value: a node's address may hold a key. Without TLS a stranger on the way could say who someone is.
  for (const [part, value] of Object.entries({ RELAY_URL: relayUrl, RPC_URL: rpcUrl }))
    if (!isSafe(value))
      throw new KitError('invalid_input', {
        message: `${name}_${part} must be a URL like https://relay.farcaster.xyz, or http:// on this machine.`,
      })
  return { relayUrl: relayUrl.replace(/\/+$/, ''), rpcUrl }
}

function isSafe(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere(url.hostname))
}
