import type { RequestContext } from './environment.ts'

/** Responds with a body, or with 304 if the caller has it already. */
export function respondWithEtag(
  c: RequestContext,
  etag: string,
  body: string | Uint8Array<ArrayBuffer>,
): Response | Promise<Response> {
  c.header('ETag', etag)
  const known = c.req.header('if-none-match')
  const isKnown = known?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  return isKnown ? c.body(null, 304) : c.body(body)
}
