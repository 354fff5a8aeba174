import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseCaipAddress } from '@billfold/protocol/caip'
import { addressKey } from '@billfold/protocol/sameAddress'
import { StartupError } from '../process/startupError.ts'
import { findSvgFault } from './findSvgFault.ts'

/** An image as it is sent; `hash` names its content. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string; hash: string }

/** Kinds of images, which are also the names of their folders. */
export const pictureKinds = ['wallets', 'assets', 'currencies', 'tokens'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** The names that a picture may go by: what a path may hold after its last slash. */
export const pictureIds: Readonly<Record<PictureKind, RegExp>> = {
  wallets: /^[\w-]{1,100}$/,
  assets: /^[\w:-]{1,100}$/,
  currencies: /^[A-Za-z0-9.-]{1,36}$/,
  tokens: /^[A-Za-z0-9.\-$]{1,20}(?:@(?:eip155|solana|bip122|polkadot):[\w-]{1,32}:\w{1,128})?$/,
}

const maxBytes = 262_144
const maxTotalBytes = 64 * 1024 * 1024

/** A picture from its bytes. */
export function toPicture(bytes: Uint8Array<ArrayBuffer>, type: string): Picture {
  return { bytes, type, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
}

/** The form under which a picture is looked up: symbols of tokens and codes of currencies know no case. */
export function pictureKey(kind: PictureKind, id: string): string {
  if (kind !== 'tokens' && kind !== 'currencies') return id
  const [symbol, token] = splitTokenId(id)
  return token === undefined ? symbol.toUpperCase() : `${symbol.toUpperCase()}@${tokenKey(token)}`
}

/** `usdc@eip155:1:0x…` is the token of that address: of several with one symbol, each has its own picture. */
export function splitTokenId(id: string): [symbol: string, token: string | undefined] {
  const at = id.indexOf('@')
  return at === -1 ? [id, undefined] : [id.slice(0, at), id.slice(at + 1)]
}

function tokenKey(id: string): string {
  const { namespace, reference, address } = parseCaipAddress(id)
  return `${namespace}:${reference}:${addressKey(namespace, address)}`
}

/** Reads an operator's pictures of one kind, `images/<kind>/<id>.<png|jpg|webp|svg>`; a bad one is one sentence. */
export function readPictures(dir: string, kind: PictureKind, source: PictureSource = {}): ReadonlyMap<string, Picture> {
  const folder = join(dir, 'images', kind)
  const pictures = new Map<string, Picture>()
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return pictures
  let total = 0
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith('.')) continue
    const file = join(folder, name)
    const ending = extname(name)
    if (!/^\.(png|jpe?g|webp|svg)$/i.test(ending)) throw new StartupError(`${file} must be a png, jpg, webp or svg.`)
    const id = idOf(kind, name.slice(0, -ending.length))
    if (!isNameOf(kind, id)) throw new StartupError(`${file} is not named after an id.`)
    if (pictures.has(id)) throw new StartupError(`${file}: ${id} already has a picture.`)
    const picture = readPicture(file, source)
    total += picture.bytes.length
    if (total > maxTotalBytes) throw new StartupError(`${folder} holds more than ${maxTotalBytes} bytes of pictures.`)
    pictures.set(id, picture)
  }
  return pictures
}

const isNameOf = (kind: PictureKind, id: string): boolean =>
  pictureIds[kind].test(id) || (kind === 'tokens' && pictureIds.tokens.test(`any@${id}`))

/** Pictures of the release are checked by its tests and not by every start: they took a tenth of it. */
type PictureSource = { isOurs?: boolean }

/** Reads one picture; a bad one is one sentence. */
export function readPicture(file: string, { isOurs = false }: PictureSource = {}): Picture {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    if (statSync(file).size > maxBytes) throw new StartupError(`${file} is larger than ${maxBytes} bytes.`)
    bytes = Uint8Array.from(readFileSync(file))
  } catch (e) {
    throw e instanceof StartupError ? e : new StartupError(`${file} cannot be read.`)
  }
  const type = imageTypeOf(bytes)
  if (type) return toPicture(bytes, type)
  const fault = isOurs ? undefined : findSvgFault(bytes)
  if (fault) throw new StartupError(`${file} ${fault}.`)
  return toPicture(bytes, 'image/svg+xml')
}

/** Detects the type by magic bytes, not by name. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return undefined
}

/** Not every file system takes a colon, so `eip155_1.png` is a picture of `eip155:1`. */
function idOf(kind: PictureKind, name: string): string {
  const token =
    kind === 'tokens' ? /^(eip155|solana|bip122|polkadot)_([\w-]{1,32})_([0-9A-Za-z]{1,128})$/.exec(name) : null
  if (token) return tokenKey(token.slice(1).join(':'))
  return kind === 'assets' ? name.replace(/^(eip155|solana|bip122|polkadot)_/, '$1:') : pictureKey(kind, name)
}
