import { KitError } from '@billfold/protocol/error'
import { createExpiringMap } from '../caches/createExpiringMap.ts'
import { createMemo } from '../caches/createMemo.ts'
import { hashOf } from '../caches/hashOf.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import type { Picture } from '../registry/readPictures.ts'
import { toSafePicture } from '../tokens/tokenIcons.ts'
import { createPublicLookup } from './createPublicLookup.ts'
import { fetchPublic, type PublicOptions } from './fetchPublic.ts'

export type PictureSettings = Pick<PublicOptions, 'hosts' | 'localOrigins' | 'lookup'> & {
  /** The gateway for IPFS and similar; without it those are not read. */
  ipfsGateway?: string | undefined
  arweaveGateway?: string | undefined
  /** Name servers for untrusted hosts; the machine's own if absent. */
  nameServers?: readonly string[] | undefined
}
type Options = PictureSettings & { deadlineMs?: number; maxBytes?: number; now?: () => number }

/** Images at untrusted URLs, fetched by this server so that a visitor's browser contacts no one else. */
export type Pictures = ReturnType<typeof createPictures>

/** 64 at 1 MiB each is the most that is kept. */
const kept = 64
const [keepMs, againMs] = [3_600_000, 60_000]
const maxUrlLength = 2_048

const cid = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,100})(?:\/[^?#]*)?$/

export function createPictures(options: Options) {
  const { ipfsGateway, arweaveGateway, deadlineMs = 5_000, maxBytes = 1_048_576, now = Date.now } = options
  const memo = createMemo<Picture | undefined>({ ttlMs: keepMs, size: kept, now })
  const missed = createExpiringMap<true>({ ttlMs: againMs, now })
  const lookup = options.lookup ?? createPublicLookup({ servers: options.nameServers })

  /** The URL of an image's text: the URL itself, or the operator's gateway; undefined if it is not supported. */
  function urlOf(text: string): URL | undefined {
    if (text.length > maxUrlLength) return undefined
    const [, scheme, rest = ''] = /^(ipfs|ar):\/\/(?:ipfs\/)?(.+)$/.exec(text) ?? []
    if (scheme === 'ipfs') return ipfsGateway && cid.test(rest) ? below(`${ipfsGateway}/ipfs/`, rest) : undefined
    if (scheme === 'ar')
      return arweaveGateway && /^[\w-]{43}(?:\/[^?#]*)?$/.test(rest) ? below(`${arweaveGateway}/`, rest) : undefined
    const url = URL.parse(text)
    const isHttp = url?.protocol === 'https:' || (url && options.localOrigins?.includes(url.origin))
    const isListed =
      !options.hosts || options.hosts.has(url?.hostname ?? '') || options.localOrigins?.includes(url?.origin ?? '')
    return url && isHttp && isListed ? url : undefined
  }

  /** The bytes of a text: fetched, or inline. */
  async function read(text: string, most = maxBytes): Promise<Uint8Array<ArrayBuffer>> {
    if (text.startsWith('data:')) return readData(text, most)
    const url = urlOf(text)
    if (!url) throw new KitError('not_found', { message: 'Images from this URL are not allowed.' })
    // The operator configured the gateway, whatever their list of hosts.
    const hosts = options.hosts && new Set([...options.hosts, ...gatewayHosts(ipfsGateway, arweaveGateway)])
    return fetchPublic(url, { ...options, lookup, hosts, maxBytes: most, signal: deadlineIn(deadlineMs) })
  }

  return {
    read,
    /** Whether a text can have an image at all. */
    accepts: (text: string | undefined): text is string =>
      text !== undefined && (/^data:image\//i.test(text) || urlOf(text) !== undefined),
    /** The image that a text refers to, read once for everyone; undefined if there is none to show. */
    async find(text: string): Promise<Picture | undefined> {
      // A text may be the image itself: for an invalid one only a hash is kept.
      const key = hashOf(text).toString('hex')
      if (missed.get(key)) return undefined
      try {
        return await memo(key, async () => toSafePicture(await read(text)))
      } catch (e) {
        // The caller's limit is used up, which says nothing about the image.
        if (KitError.from(e).code === 'too_many_requests') throw e
        // Unavailable, for any reason: the page draws something of its own.
        missed.set(key, true)
        return undefined
      }
    },
  }
}

/** A URL below a gateway's folder; undefined for a path that leaves it, plainly or escaped. */
function below(folder: string, path: string): URL | undefined {
  const url = URL.parse(folder + path)
  const [hash = ''] = path.split('/')
  const own = new URL(folder).pathname + hash
  const isBelow = url?.pathname === own || url?.pathname.startsWith(`${own}/`)
  return url && isBelow && !/%(?:2f|5c|25)/i.test(url.pathname) ? url : undefined
}

const gatewayHosts = (...all: readonly (string | undefined)[]) =>
  all.flatMap((each) => (each ? [new URL(each).hostname] : []))

function readData(text: string, most: number): Uint8Array<ArrayBuffer> {
  const comma = text.indexOf(',')
  if (comma < 0 || text.length > most * 2) throw new KitError('not_found', { message: 'The image is too large.' })
  const body = text.slice(comma + 1)
  const bytes = /;base64$/i.test(text.slice(0, comma)) ? Buffer.from(body, 'base64') : Buffer.from(decode(body))
  if (bytes.length > most) throw new KitError('not_found', { message: 'The image is too large.' })
  return Uint8Array.from(bytes)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // contracts often write it as it is
  }
}
