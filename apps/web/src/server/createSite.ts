import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import type { SiteConfig } from '../siteConfig.ts'
import { acceptedEncoding } from './acceptedEncoding.ts'
import { fetchMember } from './fetchMember.ts'
import { originsOf } from './lookUpDevnet.ts'
import type { WebConfig } from './readConfig.ts'
import { type SiteFile, type SiteFiles, tagOf } from './siteFiles.ts'
import { siteHeaders } from './siteHeaders.ts'
import { siteNetworks } from './siteNetworks.ts'

export type Site = {
  files: SiteFiles
  config: WebConfig
  build: string
  devnet: () => Promise<DevnetManifest | undefined>
}

/**
 * Answers every request of the site: its files, `/config.json`, `/protected.json`, `/health`, and a page for unknown
 * paths.
 */
export function createSite({ files, config, build, devnet }: Site) {
  const health = jsonFile({ ok: true, mode: config.mode, build })

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = readRequestTarget(request.url)?.path
    const manifest = await devnet()
    const nodes = config.devnetOrigins ?? (manifest ? originsOf(manifest) : [])
    const rpcs = config.mode === 'production' ? [...config.rpcUrls.values()] : []
    const guide = docsFile(path)
    const headers = siteHeaders(
      guide
        ? { connect: [], pictures: [], frames: [] }
        : {
            connect: [...originsIn(config.apiUrl, config.manifestUrl, ...rpcs, ...config.relayUrls), ...nodes],
            pictures: originsIn(config.apiUrl, config.manifestUrl),
            frames: originsIn(config.walletUrl),
            takesAddresses: path !== undefined && ['/', '/proof', '/playground', '/headless', '/phone'].includes(path),
          },
    )
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (path === undefined) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('The request URL is malformed.\n')
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' })
      response.end('This site only supports GET and HEAD.\n')
      return
    }
    if (path === '/health') return sendFile(request, response, health, 200)
    if (path === '/config.json') return sendFile(request, response, jsonFile(settingsOf(config, manifest)), 200)
    // A page of the site's own for signed-in visitors: the API checks each request.
    if (path === '/protected.json') {
      const { status, body } = await fetchMember(config, request.headers.authorization)
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
      return
    }
    const document = Object.hasOwn(pages, path) ? pages[path] : undefined
    const target = guide ?? document ?? path
    const built = missingPages.includes(target) ? undefined : files.get(target)
    const missing = guide ? (files.get('/docs/404.html') ?? files.get('/404.html')) : files.get('/404.html')
    const file = built ?? missing ?? plain('There is nothing here.\n')
    const status = built ? 200 : 404
    if (document && built)
      return sendFile(request, response, pageFor(built, nodes, headers['content-security-policy'] ?? ''), status)
    sendFile(request, response, file, status)
  }
}

/** Addresses that are documents: each carries its policy. */
const pages: Readonly<Record<string, string>> = {
  '/': '/index.html',
  '/proof': '/proof.html',
  '/playground': '/playground.html',
  '/headless': '/headless.html',
  '/gallery': '/gallery.html',
  '/motion': '/motion.html',
  // Only local builds have it.
  '/phone': '/phone.html',
}

/** Documents for addresses that lead nowhere: the documentation has its own, so that its readers stay in it. */
const missingPages = ['/404.html', '/docs/404.html']

/** The document of a documentation page, which may call only this server: its policy never changes. */
const docsFile = (path: string | undefined): string | undefined => {
  if (path === '/docs' || path === '/docs/') return '/docs/index.html'
  return path?.startsWith('/docs/') ? `${path}.html` : undefined
}

const originsIn = (...urls: readonly (URL | null)[]): string[] => urls.flatMap((url) => (url ? [url.origin] : []))

const settingsOf = (config: WebConfig, manifest: DevnetManifest | undefined): SiteConfig => ({
  apiUrl: config.apiUrl ? trimSlash(config.apiUrl.href) : null,
  relayUrls: config.relayUrls.map((url) => trimSlash(url.href)),
  walletUrl: config.walletUrl ? trimSlash(config.walletUrl.href) : null,
  mailUrl: config.mailUrl ? trimSlash(config.mailUrl.href) : null,
  projectId: config.projectId,
  devnet: config.manifestUrl ? config.manifestUrl.href : null,
  networks: siteNetworks(config, manifest),
  ...(config.mode === 'local' && manifest ? { swapContracts: localSwaps(manifest) } : {}),
})

const originsMark = '<meta name="devnet-origins" content="">'

/**
 * The document names the nodes that its own policy allows: a page opened too early then knows to reload. Its tag covers
 * the policy too, so that a browser never combines a cached page with another policy.
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

/**
 * The routers of the local chains. They are on no list in the kit: the site vouches for them, and visitors see that.
 */
const localSwaps = ({ chains }: DevnetManifest): NonNullable<SiteConfig['swapContracts']> =>
  Object.fromEntries(
    chains.map(({ id, contracts }) => {
      const { universalRouter, permit2, uniswapV3SwapRouter, weth } = contracts
      return [
        `eip155:${id}`,
        {
          ...(universalRouter && permit2
            ? { uniswap: { router: universalRouter, spender: permit2, wrapped: weth } }
            : {}),
          ...(uniswapV3SwapRouter
            ? { 'uniswap-v3': { router: uniswapV3SwapRouter, spender: uniswapV3SwapRouter, wrapped: weth } }
            : {}),
        },
      ]
    }),
  )
