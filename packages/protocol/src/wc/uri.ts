import { KitError } from '../error.ts'
import { isHex32 } from './keys.ts'

/** A pairing link's content: where the two sides meet, and the secret only they share. It names no relay's address. */
export type PairingUri = {
  topic: string
  symKey: string
  relay: { protocol: string; data?: string }
  /** Unix seconds. */
  expiryTimestamp?: number
  /** Methods that the site announces for the pairing: `wc_sessionAuthenticate`. */
  methods?: string[]
}

/** Writes a `wc:` link as wallets read it. */
export function formatPairingUri({ topic, symKey, relay, expiryTimestamp, methods }: PairingUri): string {
  const query = new URLSearchParams({ 'relay-protocol': relay.protocol })
  if (relay.data !== undefined) query.set('relay-data', relay.data)
  query.set('symKey', symKey)
  if (expiryTimestamp !== undefined) query.set('expiryTimestamp', String(expiryTimestamp))
  if (methods !== undefined && methods.length > 0) query.set('methods', methods.join(','))
  return `wc:${topic}@2?${query}`
}

/** Parses a `wc:` link, even as `wc://`; an invalid one throws one sentence that never repeats its secret. */
export function parsePairingUri(text: string): PairingUri {
  const match = /^wc:(?:\/\/)?([^@?/]+)@(\d+)(?:\/?\?(.*))?$/s.exec(text.trim())
  if (text.length > 4_096 || !match) throw refused('it should look like wc:…@2?…')
  const [, topic, version, search = ''] = match
  if (version !== '2') throw refused(`its version is ${version?.slice(0, 8)}, and only version 2 is supported`)
  if (!isHex32(topic)) throw refused('its topic is not 64 hexadecimal digits')
  const query = new URLSearchParams(search)
  const symKey = query.get('symKey')
  if (!isHex32(symKey)) throw refused('its symKey is not 64 hexadecimal digits')
  const protocol = query.get('relay-protocol')
  if (!protocol) throw refused('it has no relay-protocol')
  const data = query.get('relay-data')
  const expiry = query.get('expiryTimestamp')
  if (expiry !== null && !/^\d{1,12}$/.test(expiry)) throw refused('its expiryTimestamp is not a time in seconds')
  const methods = query
    .get('methods')
    ?.replace(/[[\]]/g, '') // the specification's older form groups them: [a,b],[c]
    .split(',')
    .filter(Boolean)
  return {
    topic,
    symKey,
    relay: { protocol, ...(data !== null && { data }) },
    ...(expiry !== null && { expiryTimestamp: Number(expiry) }),
    ...(methods && methods.length > 0 && { methods }),
  }
}

const refused = (why: string) => new KitError('invalid_input', { message: `Not a pairing link: ${why}` })
