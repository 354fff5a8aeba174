import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { BrowserContext, Request, Response } from 'playwright-core'

/** One request of a page, and what came back. */
export type Exchange = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  status?: number
  type?: string | undefined
  /** What a JSON answer held. */
  answer?: unknown
  failure?: string
}

/** A page's requests of one run, and where it ran: what `distil.ts` makes the fixture of the replay from. */
export type Recording = {
  version: string
  adapter: string
  api: string
  chain: DevnetManifest['chains'][number]
  exchanges: Exchange[]
}

/** Writes down every request of a context with its answer, sockets too; what a stock client logs as an error, apart. */
export function recordTraffic(context: BrowserContext) {
  const exchanges = new Map<Request, Exchange>()
  const sockets: string[] = []
  const errors: string[] = []
  const reading: Promise<void>[] = []
  context.on('request', (request) => {
    if (/^(?:data|blob):/.test(request.url())) return
    const body = request.postData()
    const heads = Object.entries(request.headers()).filter(([name]) => /^(?:x-.*|content-type)$/.test(name))
    const headers = Object.fromEntries(heads)
    exchanges.set(request, {
      method: request.method(),
      url: request.url(),
      headers,
      ...(body === null ? {} : { body }),
    })
  })
  context.on('response', (response) => {
    const exchange = exchanges.get(response.request())
    if (exchange) reading.push(readAnswer(response, exchange))
  })
  context.on('requestfailed', (request) => {
    const exchange = exchanges.get(request)
    if (exchange) exchange.failure = request.failure()?.errorText ?? 'failed'
  })
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(`uncaught: ${error.error().message}`))
  context.on('page', (page) => page.on('websocket', (socket) => sockets.push(socket.url())))
  return {
    /** To be asked while the context is open: answers are read from it. */
    settle: () => Promise.all(reading),
    exchanges: () => [...exchanges.values()],
    sockets,
    errors,
  }
}

async function readAnswer(response: Response, exchange: Exchange): Promise<void> {
  exchange.status = response.status()
  exchange.type = response.headers()['content-type']?.split(';')[0]
  // A page that was left keeps no bodies: the same question is asked again by the next one.
  if (exchange.type === 'application/json') exchange.answer = await response.json().catch(() => undefined)
}
