import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { rpcPaths, rpcQuery } from '@billfold/protocol/api/rpc'
import { KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { networksOf } from '@billfold/protocol/rateLimitKey'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { requireChain } from '../api/requireChain.ts'
import { createRecentMap } from '../caches/createRecentMap.ts'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { requireOrigin, requireProject } from '../http/admitProject.ts'
import { errorBody } from '../http/answerError.ts'
import { badParameter } from '../http/badParameter.ts'
import { malformedTarget } from '../http/refuseMalformed.ts'
import { retryAfterSeconds } from '../http/setRetryAfter.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import type { ProjectLookup } from '../projects/createProjectLookup.ts'
import { addressOf } from '../relay/admit.ts'
import { createMeter, type Meter, take as takeFrom } from '../relay/meter.ts'
import { chargeRequests } from './chargeRequests.ts'
import type { Rpc } from './createRpc.ts'
import { createSharedFeeds } from './createSharedFeeds.ts'
import { serveRpcSocket } from './serveRpcSocket.ts'

type Options = {
  chains: Chains
  rpc: Rpc
  findProject: ProjectLookup
  limiter: Limiter
  clientQuota: Quota
  projectQuota: Quota
  trustProxy: number
  bodyLimitBytes: number
  limits: { deadlineMs: number; maxBytes: number }
  isLeaving: () => boolean
  /** The limit of one address, of which wider networks have a multiple, and the total. */
  maxPerClient?: number
  most?: number
  pingMs?: number
  /** Bytes of notifications that an address may receive per minute. */
  bytesPerMinute?: number
}

/** Accepts WebSockets on the JSON-RPC path, under the same rules: project, origin, chain, rate limit. */
export function acceptRpcSockets(server: Server, options: Options) {
  const { chains, rpc, limiter, trustProxy, limits, maxPerClient = 20, most = 5_000, pingMs = 30_000 } = options
  const allowance = { limit: options.bytesPerMinute ?? usualBytes, windowMs: 60_000 }
  const wss = new WebSocketServer({ noServer: true, maxPayload: options.bodyLimitBytes, perMessageDeflate: false })
  /** Sockets by network. */
  const counts = new Map<string, number>()
  const meters = createRecentMap<Meter>(100_000)
  const feeds = createSharedFeeds({ limits })
  const hasRoom = (client: string) =>
    networksOf(client).every(({ name, times }) => (counts.get(name) ?? 0) < maxPerClient * times)
  function count(client: string, change: 1 | -1): void {
    for (const { name } of networksOf(client)) {
      const now = (counts.get(name) ?? 0) + change
      if (now > 0) counts.set(name, now)
      else counts.delete(name)
    }
  }
  function takeBytes(client: string, bytes: number): boolean {
    const now = performance.now()
    return networksOf(client).every(({ name, times }) => {
      const meter = meters.get(name) ?? createMeter()
      meters.set(name, meter)
      return takeFrom(meter, allowance, bytes / times, now)
    })
  }
  const alive = new WeakSet<WebSocket>()

  server.on('upgrade', async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    const client = addressOf(request, trustProxy)
    try {
      const admitted = await admit(request, client)
      // No await between this check and accepting: concurrent upgrades must count too.
      if (!hasRoom(client) || wss.clients.size >= most) throw tooMany()
      wss.handleUpgrade(request, stream, head, (socket) => accept(socket, client, admitted))
    } catch (e) {
      refuse(stream, KitError.from(e))
    }
  })

  async function admit({ url, headers }: IncomingMessage, client: string) {
    const target = readRequestTarget(url)
    if (!target) throw malformedTarget()
    const { path, query } = target
    if (!rpcPaths.some((known) => known === path))
      throw new KitError('not_found', { message: 'No WebSocket at this URL.' })
    if (options.isLeaving()) throw new KitError('unavailable', { message: 'The server is shutting down.' })
    const taken = await takeForClient(limiter, 'client:', client, options.clientQuota)
    if (!taken.isAllowed) throw tooMany(taken.resetSeconds)
    const project = await requireProject(query.get('projectId') ?? undefined, options.findProject)
    if (headers.origin) requireOrigin(headers.origin, project)
    const { success, data } = z.safeParse(rpcQuery, Object.fromEntries(query))
    if (!success) throw badParameter('chainId', 'chainId must be a CAIP-2 id like eip155:1.')
    return { project: project.id, chain: requireChain(chains, data.chainId) }
  }

  function accept(socket: WebSocket, client: string, { project, chain }: { project: string; chain: ServerChain }) {
    count(client, 1)
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    socket.on('close', () => count(client, -1))
    const take = (turns: number) => chargeRequests(options, { client, project }, turns)
    serveRpcSocket({
      ...{ socket, chain, rpc, take, limits, feeds, visitor: client },
      takeBytes: (bytes) => takeBytes(client, bytes),
    })
  }

  // A socket that has not answered the last ping is gone.
  const pings = setInterval(() => {
    for (const socket of wss.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, pingMs)

  return {
    count: () => wss.clients.size,
    /** Closes connections with a code on which clients reconnect, and terminates those that do not respond. */
    async close() {
      clearInterval(pings)
      const gone = [...wss.clients].map((socket) => new Promise((done) => socket.once('close', done)))
      for (const socket of wss.clients) socket.close(1001, 'Restarting')
      await Promise.race([Promise.all(gone), new Promise((done) => setTimeout(done, 1_000))])
      for (const socket of wss.clients) socket.terminate()
    },
  }
}

/** More than a page with fifty busy contracts gets. */
const usualBytes = 64_000_000

const tooMany = (seconds = 5) => new RateLimitError(seconds, `Too many connections: try again in ${seconds} seconds.`)

function refuse(stream: Duplex, error: KitError) {
  const body = JSON.stringify(errorBody(error))
  const status = httpStatus[error.code]
  const head = [
    `HTTP/1.1 ${status} Refused`,
    ...(status === 503 ? [`Retry-After: ${retryAfterSeconds}`] : []),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...(error instanceof RateLimitError ? [`Retry-After: ${error.retryAfterS}`] : []),
  ]
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
