import type { Wallet } from '@billfold/protocol/api/registry'
import { drawTile, type Tile } from './drawTile.ts'
import { type Picture, type PictureKind, pictureIds, pictureKey, splitTokenId, toPicture } from './readPictures.ts'
import type { RegistryFiles } from './readRegistry.ts'
import { colourOfName, readableGround } from './tileColour.ts'

/** The pictures this server shows. */
export type Images = {
  find(kind: PictureKind, id: string): { picture: Picture; isForever: boolean } | undefined
  /** The id under which a wallet's picture is published: it names the content too, so that it may be kept forever. */
  walletImageId(wallet: Wallet): string
}

/** The signs of currencies that have one which everyone knows. */
const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', CNY: '¥' }
const maxDrawn = 5_000

/** Gathers an operator's pictures, takes known marks for what has none, and draws the rest: a tile for each wallet, network and connector, a coin for any token. */
export function createImages({ wallets, assets, pictures, logos }: RegistryFiles): Images {
  const ofWallet = new Map<string, Picture>()
  for (const wallet of wallets) {
    const tile: Tile = { shape: 'wallet', letters: initials(wallet.name), ground: colourOfName(wallet.name) }
    const own = pictures.wallets.get(imageIdOf(wallet)) ?? pictures.wallets.get(wallet.id)
    const picture = own ?? logos.wallets.get(wallet.id) ?? drawn(tile)
    // Clients that know only the wallet use its own id.
    for (const id of [wallet.id, imageIdOf(wallet)]) ofWallet.set(id, picture)
  }
  for (const [id, picture] of pictures.wallets) ofWallet.set(id, picture)
  const ofAsset = new Map<string, Picture>()
  for (const { ids, shape, letters, colour } of assets) {
    // An operator's picture under any of an asset's names is the picture of it under all of them.
    const first = (some: ReadonlyMap<string, Picture>) => ids.map((id) => some.get(id)).find((image) => image)
    const picture = first(pictures.assets) ?? first(logos.assets)
    for (const id of ids) ofAsset.set(id, picture ?? drawn({ shape, letters, ground: readableGround(colour) }))
  }
  for (const [id, picture] of pictures.assets) ofAsset.set(id, picture)

  const coins = new Map<string, Picture>()
  function coin(kind: 'tokens' | 'currencies', key: string): Picture {
    const [symbol, token] = splitTokenId(key)
    const own = pictures[kind].get(token ?? key) ?? logos[kind].get(key)
    if (own) return own
    const known = coins.get(`${kind}:${key}`)
    if (known) return known
    const picture = drawn({ shape: 'coin', letters: lettersOf(kind, symbol), ground: colourOfName(`${kind}:${key}`) })
    // Callers choose the symbols: uncached ones are drawn again on request.
    if (coins.size < maxDrawn) coins.set(`${kind}:${key}`, picture)
    return picture
  }

  return {
    find(kind, id) {
      if (!pictureIds[kind].test(id)) return undefined
      if (kind === 'tokens' || kind === 'currencies')
        return { picture: coin(kind, pictureKey(kind, id)), isForever: false }
      const exact = (kind === 'wallets' ? ofWallet : ofAsset).get(id)
      if (exact) return { picture: exact, isForever: false }
      if (kind !== 'wallets') return undefined
      // A page may remember an id whose picture has changed since: it gets the new one, but is not told to keep it.
      const [, base = '', hash = ''] = /^(.+)-([0-9a-f]{16})$/.exec(id) ?? []
      const current = ofWallet.get(base)
      return current && { picture: current, isForever: current.hash === hash }
    },
    walletImageId: (wallet) => `${imageIdOf(wallet)}-${ofWallet.get(imageIdOf(wallet))!.hash}`,
  }
}

/** A currency's sign, or as much of a symbol as fits on a coin. */
function lettersOf(kind: 'tokens' | 'currencies', key: string): string {
  const sign = kind === 'currencies' && Object.hasOwn(signs, key) ? signs[key] : undefined
  const letters = sign ?? key.replace(/[^A-Z0-9]/g, '')
  return letters.length > 4 ? letters.slice(0, 3) : letters || '?'
}

const imageIdOf = (wallet: Wallet): string => wallet.image_id ?? wallet.id

function drawn(tile: Tile): Picture {
  return toPicture(new TextEncoder().encode(drawTile(tile)), 'image/svg+xml')
}

/** Up to two letters that stand for a name: of its words, or of the capitals within its only word. */
export function initials(name: string): string {
  const words = plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^(wallet|the)$/i.test(word))
  const [first = '', second] = words
  if (second) return capital(first) + capital(second)
  // "MetaMask" is two words to the eye; "OKX" is one.
  const inner = /^.[\p{Ll}\p{N}]*(\p{Lu})\p{Ll}/u.exec(first)?.[1] ?? ''
  return capital(first || name.trim()) + inner
}

/** A name without its accents. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}+/gu, '')
}

const capital = (word: string): string => ([...word][0] ?? '').toUpperCase()
