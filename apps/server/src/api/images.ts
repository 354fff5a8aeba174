import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import type { Environment } from '../http/environment.ts'
import { respondWithEtag } from '../http/respondWithEtag.ts'
import type { Images } from '../registry/createImages.ts'
import type { PictureKind } from '../registry/readPictures.ts'

const paths: Readonly<Record<PictureKind, `/${string}/:id`>> = {
  wallets: '/getWalletImage/:id',
  assets: '/public/getAssetImage/:id',
  currencies: '/public/getCurrencyImage/:id',
  tokens: '/public/getTokenImage/:id',
}

/**
 * Serves images to everyone: an `<img>` cannot prove which page it is on, they hold no secret, and any cache may keep
 * what needs no project. All are in memory, so an id is looked up and never becomes part of a path.
 */
export function serveImages(app: Hono<Environment>, images: Images) {
  for (const [kind, path] of Object.entries(paths) as [PictureKind, (typeof paths)[PictureKind]][]) {
    app.get(path, (c) => {
      // The same response for every page: one that was cached for an <img> also works for a fetch.
      c.header('Vary', undefined)
      c.header('Access-Control-Allow-Origin', '*')
      const image = images.find(kind, c.req.param('id') ?? '')
      if (!image) throw new KitError('not_found', { message: 'Image not found.' })
      const { picture, isForever } = image
      c.header('Cache-Control', isForever ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
      c.header('Content-Type', picture.type)
      return respondWithEtag(c, `"${picture.hash}"`, picture.bytes)
    })
  }
}
