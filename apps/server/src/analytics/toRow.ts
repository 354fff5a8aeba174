import { createHmac } from 'node:crypto'
import type { TrackedEvent } from '@billfold/protocol/api/analytics'
import { lowerHex } from '../chains/eip155/hex.ts'

/** An event as it is kept: nothing in it names a person. */
type EventRow = {
  event: string
  properties: Record<string, unknown>
  page: string
  visitor: Buffer | null
}

/**
 * The properties that are kept. Not among them: addresses, names, session links (whose key opens a session), cursors, and
 * amounts, since an amount, a minute and a network find one transaction on a public chain, and so a person.
 */
const kept = new Set([
  'connected',
  'name',
  'platform',
  'method',
  'namespace',
  'network',
  'networks',
  'badge',
  'search',
  'provider',
  'isSmartAccount',
  'accountType',
  'message',
  'errorType',
  'trace',
  'token',
  'swapFromToken',
  'swapToToken',
])

/** Takes out of an event what may be kept; `salt` is the day's and is gone the day after. */
export function toRow({ url, props }: TrackedEvent, projectId: string, salt: Uint8Array): EventRow {
  return {
    event: props.event,
    properties: keep(props.properties ?? {}),
    page: pageOf(url),
    visitor: props.address ? hash(salt, `${projectId}\0${fold(props.address)}`) : null,
  }
}

function keep(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => {
      if (!kept.has(name)) return []
      const plain = Array.isArray(value)
        ? value
            .slice(0, 50)
            .map(scalar)
            .filter((v) => v !== undefined)
        : scalar(value)
      return plain === undefined ? [] : [[name, plain]]
    }),
  )
}

function scalar(value: unknown): unknown {
  if (typeof value === 'string') return toStored(redact(value), 200)
  return typeof value === 'boolean' || typeof value === 'number' ? value : undefined
}

/** A page without what follows `?` or `#`; what is no web page is nothing. */
function pageOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, origin, pathname } = new URL(url)
  return /^https?:$/.test(protocol) ? toStored(redact(`${origin}${pathname}`), 500) : ''
}

/** The beginning of a text, as a database keeps it: without NUL, and with no half of a character where it was cut or came so. */
export function toStored(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed()
}

/**
 * Takes out what may be an address, a hash, a key or someone's mail: hexadecimal of 16 digits and more, any run of 26 letters
 * and digits with at least one digit, names under .eth, and what holds an @. Names and mail are looked for from one space or slash to the
 * next: a pattern that restarted at every letter would take quadratic time.
 */
export function redact(text: string): string {
  return text
    .replace(words, (word) => (/[^@](?:@|%40)./i.test(word) ? '…' : word))
    .replace(/(?:0x)?[0-9a-f]{16,}/gi, '…')
    .replace(/\b(?=[a-z]*\d)[a-z\d]{26,}/gi, '…')
    .replace(words, (word) => word.replace(/^.+\.eth\b/i, '…'))
}

const words = /[^\s/]+/g

/** Two spellings of one address count as one visitor. */
const fold = (address: string): string => (/^0x/i.test(address) ? lowerHex(address) : address)

const hash = (salt: Uint8Array, text: string): Buffer =>
  createHmac('sha256', salt).update(text).digest().subarray(0, 16)
