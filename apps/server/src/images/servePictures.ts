import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import type { Chains } from '../chains/createChains.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import { respondWithEtag } from '../http/respondWithEtag.ts'
import { nftReference } from '../providers/names/nftReference.ts'
import type { Picture } from '../registry/readPictures.ts'
import type { Collectible, NftDescriptions } from './createNftDescriptions.ts'
import type { Pictures } from './createPictures.ts'

/**
 * Routes of accounts' avatars and collectibles' images. By their owner, and not by URL: otherwise anyone could make us
 * fetch anything.
 */
export const avatarPath = '/public/getAvatar'
export const nftPath = '/public/getNftImage'

type Deps = {
  pictures: Pictures
  chains: Chains
  nftDescriptions: NftDescriptions
  /** The avatar in an account's name records. */
  avatarOf(address: string, signal: AbortSignal): Promise<string | null>
}

/** Serves untrusted images like the server's own: checked, from here, and inert when opened alone. */
export function servePictures(app: Hono<Environment>, { pictures, chains, nftDescriptions, avatarOf }: Deps) {
  const nftPicture = createNftPictures(nftDescriptions, pictures)
  app.get(`${avatarPath}/:address{0x[0-9a-fA-F]{40}}`, async (c) => {
    const text = await avatarOf(c.req.param('address'), c.get('signal'))
    const nft = nftReference(text)
    if (nft) return answer(c, chains.get(nft.chainId) && (await nftPicture(nft)))
    return answer(c, text && pictures.accepts(text) ? await pictures.find(text) : undefined)
  })
  app.get(`${nftPath}/:chainId/:contract{0x[0-9a-fA-F]{40}}/:tokenId{[0-9]{1,78}}`, async (c) => {
    const { chainId, contract, tokenId } = c.req.param()
    const chain = chains.get(chainId)
    const isKnown = chain?.namespace === 'eip155' && BigInt(tokenId) < 2n ** 256n
    const one = { chainId: chainId as `eip155:${string}`, contract, tokenId }
    return answer(c, isKnown ? await nftPicture(one) : undefined)
  })
}

function answer(c: RequestContext, picture: Picture | undefined): Response | Promise<Response> {
  c.header('Vary', undefined)
  c.header('Access-Control-Allow-Origin', '*')
  if (!picture) throw new KitError('not_found', { message: 'Image not found.' })
  c.header('Cache-Control', 'public, max-age=3600')
  c.header('Content-Type', picture.type)
  return respondWithEtag(c, `"${picture.hash}"`, picture.bytes)
}

/** Finds an NFT's image through its contract's metadata; undefined if there is none to show. */
export function createNftPictures(
  descriptions: NftDescriptions,
  pictures: Pictures,
): (one: Collectible) => Promise<Picture | undefined> {
  return async (one) => {
    const image = (await descriptions.read(one))?.image
    return pictures.accepts(image) ? pictures.find(image) : undefined
  }
}
