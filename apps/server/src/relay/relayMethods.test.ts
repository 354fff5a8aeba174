import { PassThrough } from 'node:stream'
import type { RelayContract } from '@billfold/protocol/wc/relayRpc'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createAddresses } from './addresses.ts'
import { createConnection } from './connection.ts'
import type { Unread } from './readMailbox.ts'
import { createRelayMethods } from './relayMethods.ts'

const topic = 'ab'.repeat(32)

/** A fetching client's socket, and a database that answers on demand. */
function setUp() {
  const reads: ((unreadPage: Unread) => void)[] = []
  const socket = { readyState: WebSocket.OPEN as number, bufferedAmount: 0 }
  const address = createAddresses(Buffer.from('salt')).of('203.0.113.1')
  const stream = new PassThrough()
  const connection = createConnection({ socket: socket as WebSocket, stream, refusal: undefined, address })
  const call = createRelayMethods({
    mailbox: { unread: () => new Promise<Unread>((done) => reads.push(done)) },
    addressBytes: { limit: 1_000_000, windowMs: 60_000 },
  } as never)
  const client = { key: 'a', clientId: 'a', topics: new Map(), connections: new Set([connection]) }
  const caller = { connection, client, afterwards: [], take() {} }
  const fetch = () =>
    (call as (name: keyof RelayContract, input: unknown, caller: unknown) => Promise<unknown>)(
      'irn_fetchMessages',
      { topic },
      caller,
    )
  return { socket, reads, fetch }
}
const nothing: Unread = { messages: [], hasMore: false, bytes: 0 }

it('reads nothing more for a closed socket, however much it had requested', async () => {
  const { socket, reads, fetch } = setUp()
  const fetches = Array.from({ length: 100 }, fetch)
  const ended = Promise.allSettled(fetches)
  await expect.poll(() => reads.length).toBe(1)
  socket.readyState = WebSocket.CLOSED
  // Each read that has started is answered.
  for (let answered = 0, turn = 0; turn < 500; turn++) {
    for (; answered < reads.length; answered++) reads[answered]!(nothing)
    await Promise.resolve()
  }
  for (const { status } of await ended) expect(status).toBe('rejected')
  expect(reads).toHaveLength(1)
})

it("answers an open socket's requests in order", async () => {
  const { reads, fetch } = setUp()
  const fetches = [fetch(), fetch()]
  for (const at of [0, 1]) {
    await expect.poll(() => reads.length).toBe(at + 1)
    reads[at]!(nothing)
    expect(await fetches[at]).toEqual({ messages: [], hasMore: false })
  }
})
