import { expect, test, vi } from 'vitest'
import { testChannel } from '../../test/testChannel.ts'
import { KitError } from '../error.ts'
import { answerFrame, type FrameHandlers } from './answerFrame.ts'
import { createFrameClient, frameDeadlineMs } from './createFrameClient.ts'
import { writeRequest } from './frameMessages.ts'
import type { FramePort } from './framePort.ts'
import { type FrameRequestName, frameRequests } from './frameRequests.ts'

const never = () => new Promise<never>(() => {})
const refusing = Object.fromEntries(
  Object.keys(frameRequests).map((name) => [name, () => Promise.reject(new KitError('method_unsupported'))]),
) as unknown as FrameHandlers

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
function connect(handlers: Partial<FrameHandlers>) {
  const { page, frame, crossed } = testChannel()
  const stop = answerFrame(frame, { ...refusing, ...handlers })
  return { client: createFrameClient(page, { after }), page, frame, crossed, stop }
}

test('checks a request, runs it and responds, under AppKit’s names', async () => {
  const { client, crossed } = connect({ CONNECT_EMAIL: async () => ({ action: 'VERIFY_OTP' }) })
  expect(await client.ask('CONNECT_EMAIL', { email: 'ann@site.example' })).toEqual({ action: 'VERIFY_OTP' })
  expect(crossed).toEqual([
    { id: expect.any(String), type: '@w3m-app/CONNECT_EMAIL', payload: { email: 'ann@site.example' } },
    { id: expect.any(String), type: '@w3m-frame/CONNECT_EMAIL_SUCCESS', payload: { action: 'VERIFY_OTP' } },
  ])
  await expect(client.ask('CONNECT_EMAIL', { email: 'not one' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('sends only fields of the schema to the page, even after a bug in the frame', async () => {
  const { client, crossed } = connect({
    GET_USER: async () => ({ address: '0x1', chainId: 1, seed: 'abandon ability able' }) as never,
    IS_CONNECTED: async () => ({ connected: 'abandon ability able' }) as never,
    SIGN_OUT: async () => {
      throw new Error('could not wipe abandon ability able')
    },
  })
  expect(await client.ask('GET_USER', undefined)).toEqual({ address: '0x1', chainId: 1 })
  await expect(client.ask('IS_CONNECTED', undefined)).rejects.toThrow('Something went wrong')
  await expect(client.ask('SIGN_OUT', undefined)).rejects.toThrow('Something went wrong')
  expect(JSON.stringify(crossed)).not.toContain('abandon')
})

test('delivers an abort to the frame, and its response says what became of the request', async () => {
  const { client } = connect({
    RPC_REQUEST: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new KitError('aborted')))),
  })
  const stop = new AbortController()
  const response = client.ask(
    'RPC_REQUEST',
    { method: 'personal_sign', params: ['0x', `0x${'1'.repeat(40)}`] },
    stop.signal,
  )
  stop.abort()
  await expect(response).rejects.toMatchObject({ code: 'aborted', message: 'Request was aborted' })

  const sending = Promise.withResolvers<string>()
  const late = connect({ RPC_REQUEST: () => sending.promise })
  const tooLate = new AbortController()
  const sent = late.client.ask('RPC_REQUEST', { method: 'eth_sendRawTransaction', params: ['0x'] }, tooLate.signal)
  tooLate.abort()
  sending.resolve('0xhash')
  expect(await sent).toBe('0xhash')
})

test('aborts requests without a prompt after half a minute, and notifies the frame', async () => {
  vi.useFakeTimers()
  const listener = vi.fn()
  const { client } = connect({
    CONNECT_OTP: (_, signal) => {
      signal.addEventListener('abort', listener)
      return never()
    },
    RPC_REQUEST: never,
  })
  const ended = expect(client.ask('CONNECT_OTP', { otp: '123456' })).rejects.toThrow('Something went wrong')
  let isOver = false
  void client.ask('RPC_REQUEST', { method: 'eth_call', params: [] }).finally(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(frameDeadlineMs)
  await ended
  expect(listener).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(frameDeadlineMs * 10)
  expect(isOver).toBe(false)
  vi.useRealTimers()
})

test('runs a repeated request once while it is pending', async () => {
  const done = vi.fn(async () => ({ isConnected: true }))
  const { page, crossed } = connect({ IS_CONNECTED: done })
  for (let times = 0; times < 3; times++) page.postMessage(writeRequest('a', 'IS_CONNECTED', undefined))
  await vi.waitFor(() => expect(crossed.length).toBe(4))
  expect(done).toHaveBeenCalledOnce()
})

test('rejects a flood of requests past a limit, and still answers the pending ones', async () => {
  const release = Promise.withResolvers<void>()
  const { client } = connect({ IS_CONNECTED: () => release.promise.then(() => ({ isConnected: true })) })
  const answers = Array.from({ length: 60 }, () => client.ask('IS_CONNECTED', undefined).catch(({ code }) => code))
  await Promise.resolve()
  release.resolve()
  const counted = Map.groupBy(await Promise.all(answers), (answer) => JSON.stringify(answer))
  expect(counted.get('{"isConnected":true}')).toHaveLength(50)
  expect(counted.get('"too_many_requests"')).toHaveLength(10)
})

test('ignores a response with a different name or number', async () => {
  const { page, frame } = testChannel()
  const client = createFrameClient(page, { after })
  const response = client.ask('IS_CONNECTED', undefined)
  frame.postMessage({ id: 'zz', type: '@w3m-frame/IS_CONNECTED_SUCCESS', payload: { isConnected: false } })
  await new Promise<void>((resolve) => {
    frame.onmessage = ({ data }) => {
      const { id } = data as { id: string }
      frame.postMessage({ id, type: '@w3m-frame/SIGN_OUT_SUCCESS' })
      frame.postMessage({ id, type: '@w3m-app/IS_CONNECTED_SUCCESS', payload: { isConnected: false } })
      frame.postMessage({ id, type: '@w3m-frame/IS_CONNECTED_SUCCESS', payload: { isConnected: true } })
      resolve()
    }
  })
  expect(await response).toEqual({ isConnected: true })
})

test('100,000 malformed messages: none is done, none breaks either side', async () => {
  const done = vi.fn()
  const handlers = Object.fromEntries(
    Object.keys(frameRequests).map((name) => [name, async () => done(name)]),
  ) as unknown as FrameHandlers
  let answered = 0
  const frame: FramePort = { onmessage: null, postMessage: () => answered++ }
  const page: FramePort = { onmessage: null, postMessage() {} }
  answerFrame(frame, handlers)
  const events = vi.fn()
  createFrameClient(page, { after, onEvent: events })
  const names = [
    ...Object.keys(frameRequests),
    'PORT',
    'READY',
    'ABORT',
    'constructor',
    '__proto__',
    '',
  ] as FrameRequestName[]
  let seed = 7
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const odd = [
    null,
    7,
    '',
    'x'.repeat(300),
    [],
    {},
    { email: 'x' },
    { otp: 1 },
    { id: {} },
    { method: [] },
    Number.NaN,
    -0,
    '__proto__',
  ]
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)]!
  for (let count = 0; count < 100_000; count++) {
    const type =
      pick(['@w3m-app/', '@w3m-frame/', '@w3m-app', '', 'x@w3m-app/']) +
      pick(names) +
      pick(['', '_SUCCESS', '_ERROR', ' '])
    const id = pick(['ok', '', 'UPPER', 'a'.repeat(41), 7, null, undefined, {}])
    // Never a payload that a request would take: many take an empty one, so those get a wrong number.
    const message = pick([
      { type, payload: pick(odd) },
      { type, id: 'UPPER', payload: undefined },
      { id, payload: pick(odd) },
      pick(odd),
    ])
    frame.onmessage?.({ data: message })
    page.onmessage?.({ data: message })
  }
  expect(done).not.toHaveBeenCalled()
  expect(answered).toBe(0)
  expect(events.mock.calls.every(([{ name }]) => name === 'HIDE')).toBe(true)
})
