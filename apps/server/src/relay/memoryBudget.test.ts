import { PassThrough } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createAddresses } from './addresses.ts'
import { createConnection, noteSent } from './connection.ts'
import { createMemoryBudget } from './memoryBudget.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function setUp({ limit = 100_000_000, frameBytes = 1_000 } = {}) {
  const addresses = createAddresses(Buffer.from('salt'))
  let subscriptions = 0
  const closedAtOnce: number[] = []
  const budget = createMemoryBudget({
    ...{ limit, frameBytes, subscriptions: () => subscriptions, accounts: () => 0 },
    onShort: (closed) => closedAtOnce.push(closed),
  })
  stops.push(budget.stop)
  const connect = (address: string) => {
    const socket = {
      readyState: WebSocket.OPEN,
      bufferedAmount: 0,
      terminate: () => {
        socket.readyState = 3 as never
        budget.unwatch(connection)
      },
    }
    const stream = Object.assign(new PassThrough(), { bytesRead: 500 })
    const of = { socket: socket as unknown as WebSocket, stream, refusal: undefined, address: addresses.of(address) }
    const connection = createConnection(of)
    budget.watch(connection)
    return { connection, socket, stream }
  }
  const subscribe = (more: number) => {
    subscriptions += more
  }
  return { budget, connect, subscribe, closedAtOnce, addresses }
}

it('counts subscriptions, sockets, buffers, pushes and incomplete frames', () => {
  const { budget, connect, subscribe } = setUp({ limit: 20_000_000 })
  const isFull = () => budget.used() > 20_000_000
  expect(isFull()).toBe(false)
  subscribe(60_000)
  expect(isFull()).toBe(true)
  subscribe(-60_000)
  const { connection, socket, stream } = connect('203.0.113.1')
  socket.bufferedAmount = 18_700_000
  stream.bytesRead = 1_000_500
  budget.look()
  expect(isFull()).toBe(false)
  for (let seq = 0; seq < 4_000; seq++) noteSent(connection, seq, seq)
  budget.look()
  expect(isFull()).toBe(true)
  // The frame is complete.
  connection.bytesDone = stream.bytesRead
  budget.look()
  expect(isFull()).toBe(false)
})

it('refuses a network that holds much of a full budget, and no one else', () => {
  const { budget, connect, addresses } = setUp({ limit: 20_000_000 })
  const honest = connect('198.51.100.7').connection.address
  const stranger = addresses.of('2001:db8:1:ffff::/64')
  const strangers = Array.from({ length: 41 }, (_, i) => connect(`2001:db8:1:${i.toString(16)}::/64`))
  for (const { socket } of strangers) socket.bufferedAmount = 480_000
  expect(budget.hasRoomFor(stranger)).toBe(true)
  budget.look()
  // Above the budget, and below the closing of sockets.
  expect(budget.used()).toBeGreaterThan(20_000_000)
  expect(budget.hasRoomFor(stranger)).toBe(false)
  expect(budget.hasRoomFor(honest)).toBe(true)
  expect(budget.hasRoomFor(stranger, 1.05)).toBe(true)
  for (const { socket } of strangers.slice(1)) socket.bufferedAmount = 0
  budget.look()
  expect(budget.hasRoomFor(stranger)).toBe(true)
})

it('looks at once who fills the budget, without waiting for its second', () => {
  const { budget, connect, addresses, closedAtOnce } = setUp({ limit: 20_000_000 })
  const strangers = Array.from({ length: 41 }, (_, i) => connect(`2001:db8:1:${i.toString(16)}::/64`))
  // Requests in flight are counted as they come; the rest only by a look.
  for (const { connection } of strangers) budget.addFrame(connection.address, 480_000)
  for (const { connection } of strangers) connection.inFlight.bytes = 480_000
  expect(budget.hasRoomFor(addresses.of('198.51.100.7'))).toBe(true)
  expect(budget.hasRoomFor(addresses.of('2001:db8:1:ffff::/64'))).toBe(false)
  expect(closedAtOnce).toEqual([])
})

it('closes the sockets of the network that uses most, and no others', () => {
  const { budget, connect, closedAtOnce } = setUp({ limit: 20_000_000 })
  const honest = connect('198.51.100.7')
  honest.socket.bufferedAmount = 100_000
  const strangers = Array.from({ length: 60 }, (_, i) => connect(`2001:db8:1:${i.toString(16)}::/64`))
  for (const { socket } of strangers) socket.bufferedAmount = 500_000
  budget.look()
  expect(closedAtOnce).toEqual([60])
  expect(honest.socket.readyState).toBe(WebSocket.OPEN)
  budget.look()
  expect(budget.used()).toBeLessThan(1_000_000)
})

it('closes the largest incomplete frames of a network beyond its share, although the budget suffices', () => {
  const { budget, connect, closedAtOnce } = setUp({ limit: 64_000_000 })
  const small = connect('2001:db8:1:ffff::/64')
  small.stream.bytesRead = 50_500
  const elsewhere = connect('198.51.100.7')
  elsewhere.stream.bytesRead = 3_000_000
  const strangers = Array.from({ length: 10 }, (_, i) => connect(`2001:db8:1:${i.toString(16)}::/64`))
  for (const [i, { stream }] of strangers.entries()) stream.bytesRead = 500 + (i + 1) * 200_000
  budget.look()
  // A sixteenth is 4 MB of 11: the largest of 2.0, 1.8, 1.6 and 1.4 … go until it is left.
  expect(strangers.map(({ socket }) => socket.readyState === WebSocket.OPEN)).toEqual(strangers.map((_, i) => i < 5))
  expect([small, elsewhere].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  expect(closedAtOnce).toEqual([5])
})

it('limits the in-flight requests of an address, its network and all, and leaves everyone a little', () => {
  const { budget, addresses } = setUp({ limit: 64_000_000 })
  const one = addresses.of('2001:db8:1:1::/64')
  budget.addFrame(one, 2_000_000)
  expect(budget.hasRoomForFrames(one)).toBe(true)
  budget.addFrame(one, 1)
  expect(budget.hasRoomForFrames(one)).toBe(false)
  for (let i = 2; i < 5; i++) budget.addFrame(addresses.of(`2001:db8:1:${i}::/64`), 1_500_000)
  expect(budget.hasRoomForFrames(addresses.of('2001:db8:1:9::/64'))).toBe(false)
  for (let i = 0; i < 10; i++) budget.addFrame(addresses.of(`203.0.${i}.1`), 1_500_000)
  const honest = addresses.of('198.51.100.7')
  budget.addFrame(honest, 60_000)
  expect(budget.hasRoomForFrames(honest)).toBe(true)
  budget.addFrame(honest, 60_000)
  expect(budget.hasRoomForFrames(honest)).toBe(false)
  budget.addFrame(one, -2_000_001)
  for (let i = 2; i < 5; i++) budget.addFrame(addresses.of(`2001:db8:1:${i}::/64`), -1_500_000)
  expect(budget.hasRoomForFrames(honest)).toBe(true)
})
