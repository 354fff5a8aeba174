import { KitError } from '@billfold/protocol/error'
import { createExpiringMap } from '../caches/createExpiringMap.ts'
import { createMemo } from '../caches/createMemo.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { findSvgFault } from '../registry/findSvgFault.ts'
import { imageTypeOf, type Picture, toPicture } from '../registry/readPictures.ts'

/** Pictures of tokens that other hosts have, shown as our own: a visitor's browser meets no one but this server. */
export type TokenIcons = {
  /** Where this server shows the picture at that address; undefined for one it would not fetch. */
  pathOf(url: string | undefined): string | undefined
  /** The picture by the last part of its path; undefined when there is none to show. */
  find(ref: string): Promise<Picture | undefined>
}

type Options = {
  /** The only hosts that are ever asked: who may name any host can make us knock at doors of our own house. */
  hosts: ReadonlySet<string>
  fetch?: typeof globalThis.fetch
  deadlineMs?: number
  maxBytes?: number
  now?: () => number
}

export const iconPath = '/public/getTokenIcon'
/** 256 at 256 KiB each is the most that is kept, and nearly all are a tenth of that. */
const kept = 256
/** An unavailable host is retried soon; a file that is not an image is not. */
const [keepMs, againMs] = [3_600_000, 30_000]

/** Fetches pictures from the allowed hosts, once for everyone, and lets through what is a picture and nothing else. */
export function createTokenIcons(options: Options): TokenIcons {
  const { hosts, deadlineMs = 3_000, maxBytes = 262_144, now = Date.now } = options
  const ask = options.fetch ?? globalThis.fetch
  const memo = createMemo<Picture | undefined>({ ttlMs: keepMs, size: kept, now })
  const missed = createExpiringMap<true>({ ttlMs: againMs, now })

  function allowed(text: string): URL | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
    return url && isPlain && text.length <= 1_000 && hosts.has(url.hostname) ? url : undefined
  }

  async function load(url: URL): Promise<Picture | undefined> {
    const signal = deadlineIn(deadlineMs)
    const response = await ask(url, { signal, redirect: 'error', headers: { accept: 'image/*' } })
    if (!response.ok) throw new KitError('unavailable', { message: 'This image is unavailable. Try again later.' })
    return toSafePicture(await readBytes(response, maxBytes))
  }

  async function loadOnce(url: URL): Promise<Picture | undefined> {
    if (missed.get(url.href)) return undefined
    try {
      return await memo(url.href, () => load(url))
    } catch {
      // Unavailable, for any reason: the page shows the token without it.
      missed.set(url.href, true)
      return undefined
    }
  }

  return {
    pathOf(text) {
      const url = text === undefined ? undefined : allowed(text)
      return url && `${iconPath}/${Buffer.from(url.href).toString('base64url')}`
    },
    async find(ref) {
      const url = /^[\w-]{1,2000}$/.test(ref) ? allowed(Buffer.from(ref, 'base64url').toString()) : undefined
      return url && loadOnce(url)
    },
  }
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by an error cancels the stream, so nothing keeps coming.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new KitError('unavailable', { message: 'The picture is too large.' })
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}

/** Judged by its bytes, not by its name or type. */
export function toSafePicture(bytes: Uint8Array<ArrayBuffer>): Picture | undefined {
  // Strangers' pictures are often GIFs; the operator's own are not.
  const isGif = /^GIF8[79]a/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1'))
  const type = isGif ? 'image/gif' : imageTypeOf(bytes)
  if (type) return toPicture(bytes, type)
  return findSvgFault(bytes) === undefined ? toPicture(bytes, 'image/svg+xml') : undefined
}
