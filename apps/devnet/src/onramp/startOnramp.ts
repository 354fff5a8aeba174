import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { localOnrampApi } from '@billfold/protocol/api/localOnramp'
import { createServer as createCalls, type Handlers } from '@billfold/protocol/contract'
import { type DevnetManifest, devnetManifest } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { closeServer, listen } from '../listen.ts'
import { type CardForm, cardFaults, digitsOf, testCards } from './cards.ts'
import { checkoutPage, checkoutStyle, notFoundPage } from './checkoutPage.ts'
import { createShop, describe, type Shop } from './createShop.ts'
import type { OnrampConfig } from './onrampConfig.ts'
import { createPayOut, type PayOut } from './payOut.ts'
import { sendWebhook } from './sendWebhook.ts'

// Its secret is public, so it listens on this machine only.
const host = '127.0.0.1'
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
type Changes = { payOut?: PayOut; slowMs?: number; now?: () => number }

/** Starts the local on-ramp: an API for our server, a checkout for people, and webhooks. */
export async function startOnramp(
  config: OnrampConfig,
  changes: Changes = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const { port, devnetUrl, secret, webhookUrl } = config
  const server = createServer()
  server.requestTimeout = 10_000
  const url = `http://${host}:${await listen(server, { host, port, setting: 'DEVNET_ONRAMP_PORT' })}`
  const closing = new AbortController()
  const { signal } = closing
  const readManifest = createManifestReader(devnetUrl)
  const shop = createShop({
    ...{ readManifest, payOut: createPayOut(devnetUrl, readManifest), signal, ...changes },
    tell: (order) => void (webhookUrl && sendWebhook({ type: 'order', order }, { url: webhookUrl, secret, signal })),
  })
  const calls = createCalls(localOnrampApi, handlersOf(shop, url))
  server.on('request', (request, response) => {
    answer({ shop, calls, secret }, request, response).catch((error: unknown) => {
      const known = error instanceof KitError ? error : new KitError('unavailable', { cause: error })
      if (known !== error) console.error('A request failed:', error)
      json(response, httpStatus[known.code], { error: known.message })
    })
  })
  return {
    url,
    close() {
      closing.abort()
      return closeServer(server)
    },
  }
}

const handlersOf = (shop: Shop, url: string): Handlers<typeof localOnrampApi, undefined> => ({
  getOffers: shop.offers,
  createQuote: shop.quote,
  createOrder: async (wish) => {
    const { id, gets } = await shop.order(wish)
    return { id, gets, url: `${url}/pay/${id}` }
  },
  getOrder: async ({ id }) => {
    const order = shop.find(id)
    if (!order) throw new KitError('not_found', { message: 'Order not found.' })
    return describe(order)
  },
})

type Served = { shop: Shop; calls: ReturnType<typeof createCalls<typeof localOnrampApi, undefined>>; secret: string }

async function answer({ shop, calls, secret }: Served, request: IncomingMessage, response: ServerResponse) {
  const path = readRequestTarget(request.url)?.path
  const isPost = request.method === 'POST'
  if (path === undefined) return end(response, 400, 'The request URL is malformed.\n')
  if (path === '/health') return end(response, 200, 'ok\n')
  if (path === '/onramp.css') return end(response, 200, checkoutStyle, 'text/css')
  const [, orderId] = /^\/pay\/([0-9a-f]{32})$/.exec(path) ?? []
  if (orderId) return checkOut(shop, orderId, request, response)
  const [, what, id] = /^\/api\/(offers|quotes|orders)(?:\/([\w-]+))?$/.exec(path) ?? []
  const call = isPost
    ? { quotes: 'createQuote', orders: 'createOrder' }[what ?? '']
    : { offers: 'getOffers', orders: 'getOrder' }[what ?? '']
  if (!call) return end(response, 404, 'There is nothing here.\n')
  if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) throw new KitError('unauthorized')
  const input = isPost ? parseJson(await readText(request)) : { id }
  return json(response, 200, await calls(call, input, undefined))
}

async function checkOut(shop: Shop, id: string, request: IncomingMessage, response: ServerResponse) {
  const order = shop.find(id)
  const html = 'text/html; charset=utf-8'
  if (!order) return end(response, 404, notFoundPage, html)
  if (request.method !== 'POST') return end(response, 200, checkoutPage(order), html)
  const sent = new URLSearchParams(await readText(request))
  const read = (name: string) => (sent.get(name) ?? '').slice(0, 100)
  const form: CardForm = { number: read('number'), expiry: read('expiry'), cvc: read('cvc'), name: read('name') }
  if (read('answer') === 'cancel') shop.cancel(id)
  else {
    const faults = cardFaults(form, new Date())
    if (order.status === 'created' && Object.keys(faults).length > 0)
      return end(response, 422, checkoutPage(order, { form, faults }), html)
    const card = testCards[digitsOf(form.number)]
    if (card) shop.pay(id, card)
  }
  response.writeHead(303, { ...headers, location: `/pay/${id}` }).end()
}

/** The network's description, read at most every few seconds: its chains may start after us. */
function createManifestReader(devnetUrl: string): () => Promise<DevnetManifest> {
  let known: { at: number; manifest: Promise<DevnetManifest> } | undefined
  async function read() {
    const response = await fetch(`${devnetUrl}/manifest.json`, { signal: AbortSignal.timeout(5_000) })
    return devnetManifest.parse(await response.json())
  }
  return () => {
    if (known && Date.now() - known.at < 10_000) return known.manifest
    const manifest = read()
    known = { at: Date.now(), manifest }
    manifest.catch(() => (known = undefined))
    return manifest
  }
}

const formLimit = 20_000

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > formLimit) throw new KitError('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new KitError('invalid_input', { message: 'The body is not JSON.', cause })
  }
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const json = (response: ServerResponse, status: number, value: unknown) =>
  end(response, status, JSON.stringify(value), 'application/json; charset=utf-8')

function end(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  if (!response.headersSent) response.writeHead(status, { ...headers, 'content-type': type })
  response.end(body)
}
