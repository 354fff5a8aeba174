import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { BrowserContext, Page, Request, Response } from 'playwright-core'

/** One request of a page, and its response. */
export type Exchange = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  status?: number
  type?: string | undefined
  /** The content of a JSON response. */
  answer?: unknown
  failure?: string
}

/** A page's requests of one run, and its page and version: the input of `distil.ts`. */
export type Recording = {
  version: string
  adapter: string
  api: string
  chain: DevnetManifest['chains'][number]
  exchanges: Exchange[]
}

/** Records every request of a context with its response, sockets too; and apart, a stock client's error logs. */
export function recordTraffic(context: BrowserContext) {
  const exchanges = new Map<Request, Exchange>()
  const sockets: string[] = []
  const errors: string[] = []
  const reading: Promise<void>[] = []
  const { promise: drained, resolve: drain } = Promise.withResolvers<void>()
  let state: 'recording' | 'draining' | 'over' = 'recording'
  const isPending = ({ status, failure }: Exchange) => status === undefined && failure === undefined
  const check = () => {
    if (state !== 'draining' || [...exchanges.values()].some(isPending)) return
    state = 'over'
    drain()
  }
  context.on('request', (request) => {
    if (state === 'over' || /^(?:data|blob):/.test(request.url())) return
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
    check()
  })
  context.on('requestfailed', (request) => {
    const exchange = exchanges.get(request)
    if (exchange) exchange.failure = request.failure()?.errorText ?? 'failed'
    check()
  })
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(`uncaught: ${error.error().message}`))
  context.on('page', (page) => {
    page.on('websocket', (socket) => sockets.push(socket.url()))
    // A closing page aborts its requests without an event: a seller's stylesheet on its way, when its window closed.
    page.on('close', () => {
      for (const [request, exchange] of exchanges)
        if (isPending(exchange) && pageOf(request) === page) exchange.failure = 'net::ERR_ABORTED'
      check()
    })
  })
  return {
    /**
     * Waits for the responses of all requests (a report of the page's last step among them) and ends the recording.
     * Needs the context open: it reads bodies from there. A request without a response in time stays without a status.
     */
    async settle(timeoutMs: number) {
      state = 'draining'
      check()
      const timer = setTimeout(drain, timeoutMs)
      await drained
      clearTimeout(timer)
      state = 'over'
      await Promise.all(reading)
    },
    exchanges: () => [...exchanges.values()],
    sockets,
    errors,
  }
}

/** The page of a request; undefined for a worker's, and for a navigation that has no page yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    return undefined
  }
}

async function readAnswer(response: Response, exchange: Exchange): Promise<void> {
  exchange.status = response.status()
  exchange.type = response.headers()['content-type']?.split(';')[0]
  // An abandoned page keeps no bodies: the next one sends the same request again.
  if (exchange.type === 'application/json') exchange.answer = await response.json().catch(() => undefined)
}
