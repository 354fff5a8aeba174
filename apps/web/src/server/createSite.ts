import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding } from './acceptedEncoding.ts'
import type { WebConfig } from './readConfig.ts'
import { type SiteFile, type SiteFiles, tagOf } from './siteFiles.ts'
import { siteHeaders } from './siteHeaders.ts'

export type Site = {
  files: SiteFiles
  config: WebConfig
  build: string
  devnetOrigins: () => Promise<readonly string[]>
}

/** Answers every request of the site: its files, `/config.json`, `/health`, and a page for what is not there. */
export function createSite({ files, config, build, devnetOrigins }: Site) {
  const health = jsonFile({ ok: true, mode: config.mode, build })
  const settings = jsonFile({
    apiUrl: config.apiUrl ? trimSlash(config.apiUrl.href) : null,
    projectId: config.projectId,
    devnet: config.manifestUrl ? config.manifestUrl.href : null,
  })

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const nodes = await devnetOrigins()
    const headers = siteHeaders({
      connect: [config.apiUrl, config.manifestUrl].flatMap((url) => (url ? [url.origin] : [])).concat(nodes),
      pictures: config.manifestUrl ? [config.manifestUrl.origin] : [],
      frames: config.walletUrl ? [config.walletUrl.origin] : [],
    })
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' })
      response.end('This site only answers GET and HEAD.\n')
      return
    }
    const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
    if (path === '/health') return sendFile(request, response, health, 200)
    if (path === '/config.json') return sendFile(request, response, settings, 200)
    const found = path === '/404.html' ? undefined : files.get(path === '/' ? '/index.html' : path)
    const file = found ?? files.get('/404.html') ?? plain('There is nothing here.\n')
    const status = found ? 200 : 404
    if (path === '/' && found)
      return sendFile(request, response, pageFor(found, nodes, headers['content-security-policy'] ?? ''), status)
    sendFile(request, response, file, status)
  }
}

const originsMark = '<meta name="devnet-origins" content="">'

/**
 * The document says which nodes its own policy lets it call: one opened too early then knows to reload. Its tag covers the
 * policy too, so that a browser never puts a kept page under another one.
 */
function pageFor(file: SiteFile, origins: readonly string[], policy: string): SiteFile {
  const html = file.bodies.identity.toString('utf8')
  const identity = Buffer.from(html.replace(originsMark, originsMark.replace('""', `"${origins.join(' ')}"`)))
  return { ...file, tag: tagOf(Buffer.concat([identity, Buffer.from(policy)])), bodies: { identity } }
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: SiteFile, status: 200 | 404): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding'], file.bodies)
  const body = file.bodies[encoding] ?? file.bodies.identity
  const tag = `"${file.tag}-${encoding}"`
  response.setHeader('vary', 'accept-encoding')
  response.setHeader('etag', tag)
  response.setHeader(
    'cache-control',
    file.immutable && status === 200 ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
  if (status === 200 && hasTag(request.headers['if-none-match'], tag)) {
    response.writeHead(304).end()
    return
  }
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding)
  response.writeHead(status, { 'content-type': file.type, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function hasTag(header: string | undefined, tag: string): boolean {
  if (!header) return false
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag)
}

function jsonFile(value: unknown): SiteFile {
  const identity = Buffer.from(JSON.stringify(value))
  return { type: 'application/json; charset=utf-8', tag: tagOf(identity), immutable: false, bodies: { identity } }
}

function plain(text: string): SiteFile {
  const identity = Buffer.from(text)
  return { type: 'text/plain; charset=utf-8', tag: tagOf(identity), immutable: false, bodies: { identity } }
}

function trimSlash(text: string): string {
  return text.replace(/\/$/, '')
}
