import type { Picture } from '../registry/readPictures.ts'
import type { Collectible, NftDescriptions } from './createNftDescriptions.ts'
import type { Pictures } from './createPictures.ts'

type Deps = { descriptions: NftDescriptions; pictures: Pictures }
export type NftPictures = (one: Collectible) => Promise<Picture | undefined>

/** Finds an NFT's image through its contract's metadata; undefined if there is none to show. */
export function createNftPictures({ descriptions, pictures }: Deps): NftPictures {
  return async (one) => {
    const image = (await descriptions.read(one))?.image
    return pictures.accepts(image) ? pictures.find(image) : undefined
  }
}
