import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import type { Environment } from '../http/environment.ts'
import { respondWithEtag } from '../http/respondWithEtag.ts'
import { iconPath, type TokenIcons } from './tokenIcons.ts'

/** Shows tokens' pictures to everyone, as the server's other images. */
export function serveTokenIcons(app: Hono<Environment>, icons: TokenIcons) {
  app.get(`${iconPath}/:ref`, async (c) => {
    c.header('Vary', undefined)
    c.header('Access-Control-Allow-Origin', '*')
    const picture = await icons.find(c.req.param('ref'))
    if (!picture) throw new KitError('not_found', { message: 'Image not found.' })
    c.header('Cache-Control', 'public, max-age=86400')
    c.header('Content-Type', picture.type)
    return respondWithEtag(c, `"${picture.hash}"`, picture.bytes)
  })
}
