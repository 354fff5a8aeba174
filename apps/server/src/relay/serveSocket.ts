import { KitError } from '@billfold/protocol/error'
import { relayMethodOf } from '@billfold/protocol/wc/relayRpc'
import { type RpcFrame, readRpcFrame, writeError, writeResult } from '@billfold/protocol/wc/rpcFrame'
import { WebSocket } from 'ws'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { chargeBytes, takeOf } from './addresses.ts'
import { type Connection, maxBufferedBytes, takePending } from './connection.ts'
import { MailboxError } from './mailboxQuery.ts'
import type { MemoryBudget } from './memoryBudget.ts'
import { take } from './meter.ts'
import type { ReceiptQueue } from './receiptQueue.ts'
import type { RelayConfig } from './relayConfig.ts'
import { RelayError, toRelayError, wireError } from './relayError.ts'
import type { Caller } from './relayMethods.ts'
import type { RelayMetrics } from './relayMetrics.ts'

type Deps = {
  config: Pick<RelayConfig, 'clientRequests' | 'addressRequests' | 'addressBytes' | 'projectRequests'>
  call: (name: string, input: unknown, caller: Caller) => Promise<unknown>
  receipts: ReceiptQueue
  metrics: RelayMetrics
  log: Log
  isLeaving: () => boolean
  /** Counts every request's start and end, so that a shutdown can wait for the responses. */
  inFlight: { add(n: 1 | -1): void }
  memory: Pick<MemoryBudget, 'addFrame' | 'hasRoomForFrames'>
}

type Request = RpcFrame & { kind: 'request' }

/**
 * Reads a socket's frames: answers requests, and treats responses to pushes as acknowledgements. No frame can crash it.
 */
export function createSocketServer({ config, call, receipts, metrics, log, isLeaving, inFlight, memory }: Deps) {
  function refuse(connection: Connection, rawId: string, error: RelayError) {
    metrics.refused.inc({ why: error.why })
    send(connection, writeError(rawId, wireError(error)))
  }

  async function answer(connection: Connection, { rawId, method, params }: Request, bytes: number) {
    const name = relayMethodOf(method)
    const end = metrics.requests.startTimer({ method: name ?? 'unknown' })
    const afterwards: Caller['afterwards'] = []
    inFlight.add(1)
    connection.inFlight.requests++
    connection.inFlight.bytes += bytes
    memory.addFrame(connection.address, bytes)
    const take = (cost: number, bytes: number) => {
      if (isAllowed(connection, cost, bytes)) return
      pauseReading(connection, tooFastMs)
      throw new RelayError('too_many_requests', 'Too many requests: wait a little')
    }
    try {
      const { client, refusal } = connection
      take(1, bytes)
      if (!memory.hasRoomForFrames(connection.address)) {
        pauseReading(connection, tooFastMs)
        throw new RelayError('too_many_requests', 'Too many pending requests: wait a little')
      }
      if (!client) throw new RelayError(refusal?.why ?? 'unauthorized', refusal?.message ?? 'Unauthorized')
      if (isLeaving()) throw new RelayError('unavailable', 'This relay is shutting down')
      const result = await call(name ?? method, params, {
        connection,
        client,
        afterwards,
        take: (more) => more > 0 && take(more, 0),
      })
      send(connection, writeResult(rawId, result))
    } catch (e) {
      const error = toRelayError(e)
      if (error.why === 'internal' || e instanceof MailboxError) logFailure(name, e)
      // An unauthenticated socket that sends too fast is closed: no client would reconnect in a storm.
      if (error.why === 'too_many_requests' && !connection.client) connection.socket.close(1008, 'Too many requests')
      else refuse(connection, rawId, error)
    } finally {
      inFlight.add(-1)
      connection.inFlight.requests--
      connection.inFlight.bytes -= bytes
      memory.addFrame(connection.address, -bytes)
      end()
    }
    for (const run of afterwards) run()
  }

  let loggedAt = 0
  /** During a database outage every publish fails: one line a second says as much as ten thousand. */
  function logFailure(method: string | undefined, e: unknown) {
    if (Date.now() - loggedAt < 1_000) return
    loggedAt = Date.now()
    log.error({ method, error: describeError(e) }, 'request failed')
  }

  function isAllowed({ client, address, project }: Connection, cost: number, bytes: number): boolean {
    const now = Date.now()
    return (
      (!client || take(client.meter, config.clientRequests, cost, now)) &&
      takeOf(address, 'requests', config.addressRequests, cost, now) &&
      takeOf(address, 'bytes', config.addressBytes, bytes, now) &&
      (!project || take(project.requests, config.projectRequests, cost, now))
    )
  }

  function read(connection: Connection, data: Buffer, isBinary: boolean): RpcFrame | undefined {
    try {
      if (isBinary) throw new KitError('parse_error')
      return readRpcFrame(data.toString('utf8'))
    } catch (e) {
      const isJson = e instanceof KitError && e.code === 'invalid_request'
      const why = isJson ? new RelayError('payload', e.message) : new RelayError('parse', 'A frame must be JSON text')
      if (isAllowed(connection, 1, data.length)) refuse(connection, 'null', why)
      else connection.socket.close(1008, 'Too many invalid frames')
      return undefined
    }
  }

  return function onFrame(connection: Connection, data: Buffer, isBinary: boolean): void {
    connection.unanswered = 0
    connection.bytesDone = connection.stream.bytesRead ?? 0
    // Pauses a client that sends without reading or awaiting responses: otherwise we would buffer them all.
    if (isBusy(connection, 1)) pauseReading(connection)
    const frame = read(connection, data, isBinary)
    if (!frame) return
    const { client } = connection
    if (frame.kind === 'request') {
      void answer(connection, frame, data.length)
      return
    }
    const seq = takePending(connection, Number(frame.id))
    if (seq === undefined) {
      if (!isAllowed(connection, 1, data.length)) connection.socket.close(1008, 'Too many invalid frames')
      return
    }
    // A response that we requested costs its bytes and nothing else.
    chargeBytes(connection.address, config.addressBytes, data.length, Date.now())
    if (frame.kind !== 'result' || frame.result !== true || !client) return
    metrics.acknowledged.inc()
    receipts.add({ seq, client: client.key })
  }
}

function send({ socket }: Connection, text: string) {
  if (socket.readyState === WebSocket.OPEN) socket.send(text)
}

/** The limit of a socket's requests in flight, beyond which reading pauses. */
const maxInFlight = { requests: 512, bytes: 8_388_608 }
/** How long reading from a client pauses that sends too fast. */
const tooFastMs = 500

const isBusy = ({ socket, inFlight }: Connection, part: number): boolean =>
  inFlight.requests > maxInFlight.requests * part ||
  inFlight.bytes > maxInFlight.bytes * part ||
  socket.bufferedAmount > maxBufferedBytes * part

/** Pauses reading from a socket until it has taken half of its output, and for at least `ms`. */
function pauseReading(connection: Connection, ms = 0): void {
  const isHeld = connection.pausedUntil !== undefined
  connection.pausedUntil = Math.max(connection.pausedUntil ?? 0, performance.now() + ms)
  if (isHeld) return
  const { socket } = connection
  socket.pause()
  const look = () => {
    const isWaiting = performance.now() < connection.pausedUntil! || isBusy(connection, 0.5)
    if (isWaiting && socket.readyState === WebSocket.OPEN) setTimeout(look, 20)
    else {
      connection.pausedUntil = undefined
      socket.resume()
    }
  }
  setTimeout(look, 20)
}
