import { KitError } from '@billfold/protocol/error'
import { relayLimits, relayMethodOf } from '@billfold/protocol/wc/relayRpc'
import { type RpcFrame, readRpcFrame, writeError, writeResult } from '@billfold/protocol/wc/rpcFrame'
import { WebSocket } from 'ws'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { type Connection, takePending } from './connection.ts'
import { MailboxError } from './mailbox.ts'
import { take } from './meter.ts'
import type { ReceiptQueue } from './receiptQueue.ts'
import type { RelayConfig } from './relayConfig.ts'
import { RelayError, toRelayError, wireError } from './relayError.ts'
import type { Caller } from './relayMethods.ts'
import type { RelayMetrics } from './relayMetrics.ts'

type Deps = {
  config: Pick<RelayConfig, 'clientRequests' | 'addressRequests' | 'addressBytes'>
  call: (name: string, input: unknown, caller: Caller) => Promise<unknown>
  receipts: ReceiptQueue
  metrics: RelayMetrics
  log: Log
  isLeaving: () => boolean
  /** Told of every request's beginning and end, so that a shutdown can wait for the answers. */
  underWay: { add(n: 1 | -1): void }
}

type Request = RpcFrame & { kind: 'request' }

/** Reads a socket's frames: answers requests, and takes answers to pushes as acknowledgements. Nothing in a frame can end it. */
export function createSocketServer({ config, call, receipts, metrics, log, isLeaving, underWay }: Deps) {
  function refuse(connection: Connection, rawId: string, error: RelayError) {
    metrics.refused.inc({ why: error.why })
    send(connection, writeError(rawId, wireError(error)))
  }

  async function answer(connection: Connection, { rawId, method, params }: Request, bytes: number) {
    const name = relayMethodOf(method)
    const end = metrics.requests.startTimer({ method: name ?? 'unknown' })
    const afterwards: Caller['afterwards'] = []
    underWay.add(1)
    try {
      const { client, refusal } = connection
      if (!isAllowed(connection, costOf(params), bytes))
        throw new RelayError('too_many_requests', 'Too many requests: wait a little')
      if (!client) throw new RelayError('unauthorized', refusal ?? 'Unauthorized')
      if (isLeaving()) throw new RelayError('unavailable', 'This relay is shutting down')
      const result = await call(name ?? method, params, { connection, client, afterwards })
      send(connection, writeResult(rawId, result))
    } catch (e) {
      const error = toRelayError(e)
      if (error.why === 'internal' || e instanceof MailboxError) complain(name, e)
      refuse(connection, rawId, error)
    } finally {
      underWay.add(-1)
      end()
    }
    for (const run of afterwards) run()
  }

  let complainedAt = 0
  /** While the database is away every publish fails; a line a second says as much as ten thousand. */
  function complain(method: string | undefined, e: unknown) {
    if (Date.now() - complainedAt < 1_000) return
    complainedAt = Date.now()
    log.error({ method, error: describeError(e) }, 'request failed')
  }

  function isAllowed({ client, address }: Connection, cost: number, bytes: number): boolean {
    const now = Date.now()
    return (
      (!client || take(client.meter, config.clientRequests, cost, now)) &&
      take(address.requests, config.addressRequests, cost, now) &&
      take(address.bytes, config.addressBytes, bytes, now)
    )
  }

  function read(connection: Connection, data: Buffer, isBinary: boolean): RpcFrame | undefined {
    try {
      if (isBinary) throw new KitError('parse_error')
      return readRpcFrame(data.toString('utf8'))
    } catch (e) {
      const isJson = e instanceof KitError && e.code === 'invalid_request'
      const why = isJson ? new RelayError('payload', e.message) : new RelayError('parse', 'A frame is JSON text')
      if (isAllowed(connection, 1, data.length)) refuse(connection, 'null', why)
      else connection.socket.close(1008, 'Too many frames that make no sense')
      return undefined
    }
  }

  return function onFrame(connection: Connection, data: Buffer, isBinary: boolean): void {
    connection.unanswered = 0
    // Who asks on and on without reading the answers would have us keep them all.
    if (connection.socket.bufferedAmount > maxAnswerBytes) {
      connection.socket.terminate()
      return
    }
    const frame = read(connection, data, isBinary)
    if (!frame) return
    if (frame.kind === 'request') {
      void answer(connection, frame, data.length)
      return
    }
    const seq = takePending(connection, Number(frame.id))
    if (seq === undefined || frame.kind !== 'result' || frame.result !== true || !connection.client) return
    metrics.acknowledged.inc()
    receipts.add({ seq, client: connection.client.key })
  }
}

function send({ socket }: Connection, text: string) {
  if (socket.readyState === WebSocket.OPEN) socket.send(text)
}

const maxAnswerBytes = 16_777_216

/** A batch of messages costs what they would cost one by one; fifty topics or receipts cost as much as a message. */
function costOf(params: unknown): number {
  if (typeof params !== 'object' || params === null) return 1
  const [batch] = Object.values(params).filter((value) => Array.isArray(value))
  const size = Math.min(batch?.length ?? 1, relayLimits.batch)
  return Math.max(1, Math.ceil('messages' in params ? size : size / 50))
}
