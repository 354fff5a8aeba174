import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { answerWallets } from './registry.ts'

/** The strictest policy a careful site would set. */
export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"

const kinds: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const pages: Record<string, string> = { '/': '/index.html', '/frame': '/frame.html' }

/** A site's own rules at their worst: none may reach the kit. */
const hostile =
  'body { margin: 0; font-family: serif; background: #e9e7e1 } header { padding: 16px } * { letter-spacing: 3px } button, input, dialog, h1, ul, svg { all: unset; color: hotpink !important; display: inline !important }'

export type PageServer = {
  url: string
  close(): Promise<void>
  balance: { wei: bigint }
  registry: { down: boolean; answer: (query: URLSearchParams) => unknown }
  rendered: { html: string }
}

/** Serves a built page under a policy (by default the strict one), and the kit's few requests, even from other origins. */
export async function servePage(folder: string, policy = strictPolicy): Promise<PageServer> {
  const balance = { wei: 4_200_000_000_000_000_000n }
  const registry: PageServer['registry'] = { down: false, answer: answerWallets }
  /** Server-rendered markup, inserted into the page that hydrates. */
  const rendered = { html: '' }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    response.setHeader('content-security-policy', policy)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    if (url.pathname.startsWith('/rpc/')) return json(await answerRpc(request, url, balance.wei))
    if (url.pathname === '/getWallets')
      return registry.down ? response.writeHead(503).end() : json(registry.answer(url.searchParams))
    if (url.pathname === '/getAnalyticsConfig') return json({ isAnalyticsEnabled: false })
    if (url.pathname === '/v1/supported-chains') return json({ http: [], ws: [] })
    if (url.pathname === '/v1/onramp/providers') return json({ providers: [], countries: [] })
    if (url.pathname === '/hostile.css') return response.setHeader('content-type', 'text/css').end(hostile)
    if (url.pathname.startsWith('/getWalletImage/')) return image(response, url.pathname)
    const path = normalize(pages[url.pathname] ?? url.pathname)
    try {
      const file = await readFile(join(folder, path))
      if (path === '/rendered.html')
        return response.setHeader('content-type', 'text/html').end(`${file}`.replace('<!--app-->', rendered.html))
      response.setHeader('content-type', kinds[extname(path)] ?? 'application/octet-stream').end(file)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    balance,
    registry,
    rendered,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

function image(response: { setHeader(name: string, value: string): { end(body: string): void } }, path: string) {
  const hue = [...path].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 35% 45%)"/><circle cx="20" cy="20" r="9" fill="hsl(${hue} 30% 88%)"/></svg>`
  response.setHeader('content-type', 'image/svg+xml').end(svg)
}

async function answerRpc(request: IncomingMessage, url: URL, wei: bigint): Promise<unknown> {
  let body = ''
  for await (const chunk of request) body += chunk
  const payload = JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[]
  const answer = ({ id, method }: { id: number; method: string }) => ({
    jsonrpc: '2.0',
    id,
    result:
      method === 'eth_getBalance'
        ? `0x${wei.toString(16)}`
        : method === 'eth_chainId'
          ? `0x${Number(url.pathname.split('/').at(-1)).toString(16)}`
          : null,
  })
  return Array.isArray(payload) ? payload.map(answer) : answer(payload)
}
