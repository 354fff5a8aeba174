import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { expireMessages } from './expireMessages.ts'
import { createRelayMetrics } from './relayMetrics.ts'

/** A mailbox whose steps fail while they are named in `failing`, with a sweep every 15 seconds of the test's clock. */
function setUp() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const failing = new Set<string>()
  const ran: string[] = []
  let stored = 0
  const step =
    (name: string, result: () => number = () => 0) =>
    async () => {
      if (failing.has(name)) throw new Error(`${name} failed`)
      ran.push(name)
      return result()
    }
  const register = new Registry()
  const log = createLog('silent')
  const expiry = expireMessages({
    mailbox: {
      deleteExpired: step('expired'),
      deleteUnread: step('unread'),
      deleteAcknowledged: step('read'),
      liveBytes: step('bytes', () => stored),
    },
    mailboxBytes: 1_000,
    unreadSeconds: 86_400,
    metrics: createRelayMetrics({
      counts: () => ({ sockets: 0, clients: 0, topics: 0, subscriptions: 0 }),
      bufferedBytes: () => 0,
      memoryBytes: () => 0,
      isFanOutUp: () => true,
    }),
    log,
    retries: createRetries({ loop: 'mailbox', register, log }),
    onSweep: () => void ran.push('others'),
  })
  onTestFinished(() => expiry.stop())
  return {
    failing,
    ran,
    expiry,
    store: (bytes: number) => {
      stored = bytes
    },
    pass: async (minutes: number) => {
      ran.length = 0
      await vi.advanceTimersByTimeAsync(minutes * 60_000)
    },
    failingRows: async () =>
      [...(await register.metrics()).matchAll(/background_row_failures\{(.*)\} \d+/g)].map(([, labels]) => labels),
  }
}

test.each([
  ['expired', 'delete expired messages'],
  ['bytes', 'measure the store'],
  ['unread', 'delete unread messages'],
  ['read', 'delete read messages'],
])('runs every other step for an hour in which %s fails, and a metric names it', async (step, row) => {
  const { failing, ran, store, pass, failingRows } = setUp()
  // Above three quarters of the store, read messages are deleted too.
  store(900)
  await pass(1)
  failing.add(step)
  await pass(60)
  const others = ['expired', 'bytes', 'unread', 'read', 'others'].filter((name) => name !== step)
  for (const other of others) expect(ran.filter((name) => name === other).length).toBeGreaterThanOrEqual(240)
  expect(ran).not.toContain(step)
  expect(await failingRows()).toEqual([`loop="mailbox",row="${row}"`])
  failing.clear()
  await pass(20)
  expect(ran).toContain(step)
  expect(await failingRows()).toEqual([])
})

test('keeps to the last measure of a full store while it cannot measure, and opens once it can', async () => {
  const { failing, expiry, store, pass } = setUp()
  store(1_001)
  await pass(1)
  expect(await expiry.hasSpace()).toBe(false)
  failing.add('bytes')
  store(0)
  await pass(1)
  expect(await expiry.hasSpace()).toBe(false)
  failing.clear()
  await pass(11)
  expect(await expiry.hasSpace()).toBe(true)
})
