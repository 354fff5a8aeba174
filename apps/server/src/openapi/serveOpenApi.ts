import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { Environment } from '../http/environment.ts'
import { respondWithEtag } from '../http/respondWithEtag.ts'
import { createOpenApiDocument } from './createOpenApiDocument.ts'

let written: { body: string; etag: string } | undefined

/** Serves the API's description to everyone; it is written once, at the first request. */
export function serveOpenApi(app: Hono<Environment>) {
  app.get('/openapi.json', (c) => {
    written ??= write()
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Content-Type', 'application/json')
    return respondWithEtag(c, written.etag, written.body)
  })
}

function write() {
  const body = JSON.stringify(createOpenApiDocument())
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
