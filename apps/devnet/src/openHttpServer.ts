import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { closeServer, listen } from './listen.ts'

export type HttpRequest = { method: string; path: string; text(): Promise<string> }
export type HttpReply = { status: number; type?: string; body?: string }
type HttpHandler = (request: HttpRequest) => Promise<HttpReply>

export type OpenHttpServer = {
  server: Server
  port: number
  /** Earlier requests wait for it. */
  serve(handler: HttpHandler): void
  close(): Promise<void>
}

/** The maximum size of one request: the largest transaction of a block in hex, with room to spare. */
export const bodyLimit = 4_000_000

// Pages of any origin may use the network: it listens on this machine and its keys are public.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
}

class BodyTooLarge extends Error {}

export const json = (status: number, value: unknown): HttpReply => ({ status, body: JSON.stringify(value) })

/** Binds a port at once, so that a taken one fails before the slow part of a start. */
export async function openHttpServer(options: {
  host: string
  port: number
  setting: string
}): Promise<OpenHttpServer> {
  const handler = Promise.withResolvers<HttpHandler>()
  const server = createServer((request, response) => {
    answer(request, response, handler.promise).catch(() => response.destroy())
  })
  server.requestTimeout = 30_000
  // Node's own five seconds are shorter than a busy machine may stall: that would cut off a request just sent.
  server.keepAliveTimeout = 60_000
  const port = await listen(server, options)
  return { server, port, serve: handler.resolve, close: () => closeServer(server) }
}

async function answer(request: IncomingMessage, response: ServerResponse, handler: Promise<HttpHandler>) {
  const path = readRequestTarget(request.url)?.path
  if (path === undefined) return send(response, json(400, { error: 'The request URL is malformed.' }))
  if (request.method === 'OPTIONS') return send(response, { status: 204 })
  try {
    const serve = await handler
    send(response, await serve({ method: request.method ?? 'GET', path, text: () => readText(request) }))
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      response.setHeader('connection', 'close')
      send(response, json(413, { error: error.message }))
    } else send(response, json(500, { error: error instanceof Error ? error.message : 'Internal error' }))
  }
}

function send(response: ServerResponse, { status, type = 'application/json', body }: HttpReply) {
  response.writeHead(status, { ...corsHeaders, ...(body === undefined ? {} : { 'content-type': type }) })
  response.end(body)
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) throw new BodyTooLarge(`The body is larger than ${bodyLimit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
