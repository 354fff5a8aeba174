import { request as askPlain, type IncomingMessage } from 'node:http'
import { request as askSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { KitError } from '@billfold/protocol/error'
import { chargeVisitor, workCosts } from '../limits/workCosts.ts'
import { createPublicLookup } from './createPublicLookup.ts'
import { isPublicAddress } from './isPublicAddress.ts'

const maxRedirects = 3

export type PublicOptions = {
  /** Allowed hosts; every public one if absent. */
  hosts?: ReadonlySet<string> | undefined
  /** Origins of a local network, which are allowed over http and at a private address. */
  localOrigins?: readonly string[] | undefined
  maxBytes: number
  signal: AbortSignal
  /** The lookup of names; local origins use the machine's, which knows them from its own files. */
  lookup?: LookupFunction | undefined
}

const usualLookup = createPublicLookup()
const refused = (message: string) => new KitError('not_found', { message })

/**
 * Fetches an untrusted URL: over https, from a public address (checked and then connected to), and at most up to the
 * limit. Each redirect is checked like the first URL.
 */
export async function fetchPublic(start: URL, options: PublicOptions): Promise<Uint8Array<ArrayBuffer>> {
  chargeVisitor(workCosts.strangersHost)
  let url = start
  for (let turn = 0; turn <= maxRedirects; turn++) {
    const answer = await ask(url, options)
    const { statusCode = 0, headers } = answer
    if (statusCode < 300 || statusCode > 399 || !headers.location) {
      if (statusCode === 200) return readAtMost(answer, options.maxBytes)
      answer.destroy()
      throw new KitError('unavailable', { message: `The host returned ${statusCode}.` })
    }
    answer.destroy()
    const next = URL.parse(headers.location, url)
    if (!next) throw refused('The host redirects to an invalid URL.')
    url = next
  }
  throw refused('Too many redirects.')
}

function ask(url: URL, { hosts, localOrigins = [], signal, lookup }: PublicOptions): Promise<IncomingMessage> {
  const isLocal = localOrigins.includes(url.origin)
  if (!isLocal) assertPublic(url, hosts)
  const send = url.protocol === 'https:' ? askSecure : askPlain
  return new Promise((done, fail) => {
    const request = send(
      url,
      {
        signal,
        // A connection of its own: none is reused that was opened without the check.
        agent: false,
        headers: { accept: 'image/*, application/json', 'accept-encoding': 'identity', 'user-agent': 'billfold' },
        ...(isLocal ? {} : { lookup: publicLookup(lookup) }),
      },
      done,
    )
    request.on('error', (cause) => fail(cause instanceof KitError ? cause : new KitError('unavailable', { cause })))
    request.end()
  })
}

function assertPublic(url: URL, hosts: ReadonlySet<string> | undefined): void {
  const { protocol, username, password, port, hostname } = url
  if (protocol !== 'https:' || username || password || port) throw refused('Only plain https URLs are allowed.')
  if (hosts && !hosts.has(hostname)) throw refused('This host is not allowed.')
  const literal = hostname.replace(/^\[|\]$/g, '')
  // An IP address is never looked up, so it is checked here.
  if (isIP(literal) && !isPublicAddress(literal)) throw refused('This host is not public.')
}

/** Resolves a host and accepts only public addresses; one private address rejects it. */
const publicLookup =
  (lookup: LookupFunction = usualLookup): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const list = Array.isArray(addresses) ? addresses : []
      if (error) return done(error, '')
      if (list.length === 0 || !list.every(({ address }) => isPublicAddress(address)))
        return done(refused('This host is not public.') as NodeJS.ErrnoException, '')
      if (options.all) return done(null, list)
      done(null, list[0]!.address, list[0]!.family)
    })

async function readAtMost(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw refused('The response is too large.')
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw refused('The response is too large.')
      chunks.push(chunk)
    }
  } finally {
    answer.destroy()
  }
  return Uint8Array.from(Buffer.concat(chunks))
}
