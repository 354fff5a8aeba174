import { nftReference } from './nftReference.ts'

const maxUrlLength = 2_048
const largestPicture = 65_536

/** A name's picture as its owner wrote it: an address, a hash that a gateway knows, an NFT, or the picture itself. */
export function avatarOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/i.test(text))
    return text.length <= largestPicture ? text : undefined
  if (nftReference(text)) return text
  if (text.length > maxUrlLength || !URL.canParse(text)) return undefined
  if (/^(?:ipfs|ar):\/\/[^\s]+$/.test(text)) return text
  const url = new URL(text)
  return url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined
}
