import type { BrowserContext, Request } from 'playwright-core'

/** One request of a page, and what came back. */
export type Exchange = { method: string; url: string; body?: string; status?: number; failure?: string }

/** Writes down every request of a context with its answer, sockets too; what a stock client logs as an error, apart. */
export function recordTraffic(context: BrowserContext) {
  const exchanges = new Map<Request, Exchange>()
  const sockets: string[] = []
  const errors: string[] = []
  context.on('request', (request) => {
    if (/^(?:data|blob):/.test(request.url())) return
    const body = request.postData()
    exchanges.set(request, { method: request.method(), url: request.url(), ...(body === null ? {} : { body }) })
  })
  context.on('response', (response) => {
    const exchange = exchanges.get(response.request())
    if (exchange) exchange.status = response.status()
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
  return { exchanges: () => [...exchanges.values()], sockets, errors }
}
