import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publicTokens } from '@billfold/protocol/eip155/publicTokens'
import type { ServerChain } from '../src/chains/serverChain.ts'

export type Seen = { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: string }
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }
type Answer = (seen: Seen) => Reply | ((response: ServerResponse) => void)

/** A local stand-in for a hosted service: returns given responses, and records its requests. */
export async function startUpstream() {
  const requests: Seen[] = []
  let answer: Answer = () => ({ body: {} })
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://upstream')
    const seen = { path: pathname, query: searchParams, headers: request.headers, body }
    requests.push(seen)
    const reply = answer(seen)
    if (typeof reply === 'function') return reply(response)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(
      typeof reply.body === 'string' || Buffer.isBuffer(reply.body) ? reply.body : JSON.stringify(reply.body),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    says(next: Answer | Reply) {
      requests.length = 0
      answer = typeof next === 'function' ? next : () => next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type Upstream = Awaited<ReturnType<typeof startUpstream>>

/** Answers that no client must fall over: each is what some server really does on a bad day. */
export const badDays: Readonly<Record<string, Answer>> = {
  'is broken': () => ({ status: 500, body: { error: 'internal' } }),
  'answers with a page': () => ({ body: '<html>Just a moment…</html>', headers: { 'content-type': 'text/html' } }),
  'answers 200 with an error': () => ({ body: { status: { error_code: 429, error_message: 'Throttled' } } }),
  'answers 200 with another error': () => ({ body: { error: 'Unauthorized' } }),
  'answers with nothing': () => ({ body: '' }),
  'answers null': () => ({ body: null }),
  'answers a number': () => ({ body: 42 }),
  'sends us elsewhere': () => ({
    status: 302,
    headers: { location: 'http://169.254.169.254/latest/meta-data' },
    body: {},
  }),
  'sends 10 MB': () => ({ body: `{"coins":"${'x'.repeat(10_000_000)}"}` }),
  'never stops': () => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write('[1,'.repeat(10_000)), 1)
    response.on('close', () => clearInterval(timer))
  },
  'never begins': () => () => {},
  'hangs up': () => (response) => void response.destroy(),
}

/** Ethereum as a server knows it; its URL is never requested. */
export const ethereum: ServerChain = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  rpcUrls: [],
  wsUrls: [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: publicTokens[1]!,
  contracts: {},
  stables: [],
  isLocal: false,
}
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
export const owner = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
