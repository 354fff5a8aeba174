import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { forAnotherRelay } from '@billfold/protocol/wc/relayJwt'
import { WebSocketServer } from 'ws'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { type AddressRecord, count, hasRoomFor, takeOf } from './addresses.ts'
import { type Admission, addressOf, admit, isRelayPath } from './admit.ts'
import { type Connection, createConnection } from './connection.ts'
import type { RelayNode } from './createRelayNode.ts'
import type { RelayConfig } from './relayConfig.ts'
import type { ProjectRecord } from './relayProjects.ts'

/** When memory is short, new subscriptions are refused first, new sockets a little later. */
const socketsAt = 1.05
/** How long a socket without a valid token stays open: long enough for its client to read the reason. */
const refusedStayMs = 20_000

/** How soon the sockets of a project close that was disabled. */
const projectCheckMs = 5_000

type Upgrade = { request: IncomingMessage; stream: Duplex; head: Buffer; address: AddressRecord }

/** Accepts upgrades, keeps sockets alive with pings, and closes them gracefully. */
export function acceptSockets(server: Server, node: RelayNode, config: RelayConfig, audiences: string[], log: Log) {
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: config.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connections = new Set<Connection>()
  let toldAt = Number.NEGATIVE_INFINITY

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    try {
      open(request, stream, head)
    } catch (e) {
      // An error in one untrusted upgrade must not affect other sockets.
      log.error({ error: describeError(e) }, 'upgrade failed')
      refuse(stream, '500 Internal Server Error', 'Something went wrong.')
    }
  })

  function open(request: IncomingMessage, stream: Duplex, head: Buffer) {
    const target = readRequestTarget(request.url)
    if (!target) return refuse(stream, '400 Bad Request', 'The request URL is malformed.')
    if (!isRelayPath(target)) return refuse(stream, '404 Not Found', 'No relay at this path.')
    if (node.isLeaving())
      return refuse(stream, '503 Service Unavailable', 'This relay is shutting down.', 'Retry-After: 5\r\n')
    const address = node.addresses.of(addressOf(request, config.trustProxy))
    const now = Date.now()
    const hasRoom =
      hasRoomFor(address, 'sockets', 1, config.addressSockets) && node.memory.hasRoomFor(address, socketsAt)
    if (!hasRoom || !takeOf(address, 'upgrades', config.addressUpgrades, 1, now)) {
      node.metrics.refused.inc({ why: 'upgrade' })
      return refuse(stream, '429 Too Many Requests', 'Too many connections: wait a little.', 'Retry-After: 10\r\n')
    }
    // A refused token still gets its socket: clients understand an error there, but retry a refused upgrade in a storm.
    const admission = admit(target, request, audiences, now)
    if ('refusal' in admission && admission.refusal.message.endsWith(forAnotherRelay)) logAudience(now)
    const upgrade = { request, stream, head, address }
    if (!node.projects || 'refusal' in admission) return finish(upgrade, admission)
    node.projects
      .admit(target.query.get('projectId'), request.headers.origin)
      .then((project) =>
        'why' in project ? finish(upgrade, { refusal: project }) : finish(upgrade, admission, project),
      )
      .catch(() => stream.destroy())
  }

  /** Upgrades a socket, of a client or with the reason why its requests are refused. */
  function finish({ request, stream, head, address }: Upgrade, admission: Admission, project?: ProjectRecord) {
    if (stream.destroyed) return
    // Others may have come while its project was looked up.
    const hasRoom = hasRoomFor(address, 'sockets', 1, config.addressSockets)
    if (node.isLeaving() || !hasRoom || (project && !node.projects?.hasRoomFor(project, Date.now()))) {
      node.metrics.refused.inc({ why: 'upgrade' })
      return refuse(stream, '429 Too Many Requests', 'Too many connections: wait a little.', 'Retry-After: 10\r\n')
    }
    wss.handleUpgrade(request, stream, head, (socket) => {
      const refusal = 'refusal' in admission ? admission.refusal : undefined
      const connection = createConnection({ socket, stream, refusal, address, project })
      if ('key' in admission)
        connection.client = node.subscribers.connect(admission.key, admission.clientId, connection)
      else node.metrics.refused.inc({ why: 'token' })
      serve(node, connections, connection)
    })
  }

  /** Logs at most once a minute: anyone may send any number of such tokens. */
  function logAudience(now: number) {
    if (now - toldAt < 60_000) return
    toldAt = now
    log.warn('rejected a token for another relay URL: if clients use that URL for this relay, add it to RELAY_URL')
  }

  // Non-browser clients leave after 35 seconds without a ping; one that misses two pings is gone.
  const pings = setInterval(() => {
    for (const connection of connections) {
      if (connection.unanswered++ >= 2) connection.socket.terminate()
      else connection.socket.ping()
    }
  }, config.pingMs)

  const projectChecks = setInterval(async () => {
    const gone = await node.projects?.findGone()
    if (!gone?.size) return
    for (const { project, socket } of connections) if (project && gone.has(project)) socket.close(1008, 'Unauthorized')
  }, projectCheckMs)

  return {
    /** Closes with a code on which clients reconnect, and terminates sockets that do not respond. */
    async close() {
      clearInterval(pings)
      clearInterval(projectChecks)
      const gone = [...connections].map(({ socket }) => {
        const closed = new Promise<void>((done) => socket.once('close', () => done()))
        socket.close(1001, 'Restarting')
        return closed
      })
      await Promise.race([Promise.all(gone), new Promise((done) => setTimeout(done, 2_000))])
      for (const { socket } of connections) socket.terminate()
    },
  }
}

/** Counts a socket, and serves its frames until it closes. */
function serve(node: RelayNode, connections: Set<Connection>, connection: Connection) {
  const { socket } = connection
  connections.add(connection)
  node.sockets.count++
  count(connection.address, 'sockets', 1)
  if (connection.project) connection.project.sockets += 1
  node.memory.watch(connection)
  socket.on('message', (data: Buffer, isBinary: boolean) => node.onFrame(connection, data, isBinary))
  // Control frames have six bytes of overhead, and may arrive inside an incomplete frame.
  socket.on('ping', (data: Buffer) => {
    connection.bytesDone += data.length + 6
  })
  socket.on('pong', (data: Buffer) => {
    connection.bytesDone += data.length + 6
    connection.unanswered = 0
  })
  // A malformed or oversized frame closes the socket with its own code; nothing else to do.
  socket.on('error', () => {})
  socket.on('close', () => {
    connections.delete(connection)
    node.sockets.count--
    count(connection.address, 'sockets', -1)
    if (connection.project) connection.project.sockets -= 1
    node.memory.unwatch(connection)
    if (connection.client) node.subscribers.disconnect(connection.client, connection)
  })
  if (connection.client) return
  const leave = setTimeout(() => socket.close(1008, 'Unauthorized'), refusedStayMs).unref()
  // Otherwise the timer keeps a closed socket, with megabytes of incomplete frames.
  socket.on('close', () => clearTimeout(leave))
}

function refuse(stream: Duplex, status: string, sentence: string, headers = '') {
  const body = JSON.stringify({ error: sentence })
  stream.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n${body}`,
  )
}
