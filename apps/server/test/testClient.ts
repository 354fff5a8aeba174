import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { generateKey } from '@billfold/protocol/wc/keys'
import { clientIdOf, signRelayJwt } from '@billfold/protocol/wc/relayJwt'
import { type RelayedMessage, subscriptionPush } from '@billfold/protocol/wc/relayRpc'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'

export type TestClient = Awaited<ReturnType<typeof connectClient>>
type Answer = { id?: unknown; result?: unknown; error?: { code: number; message: string; data?: string } }

type Options = {
  seed?: string
  /** Whether pushes are acknowledged; false simulates a client that dies first. */
  acknowledge?: boolean
  audience?: string
  path?: string
  jwt?: string
  /** `test` unless it is given, even as undefined: then it names none. */
  projectId?: string | undefined
  /** The origin of its page; programs have none. */
  origin?: string | undefined
  /** Its apparent network address, if the relay trusts a proxy. */
  address?: string
  /** The local address that it connects from: any of 127.0.0.0/8. */
  localAddress?: string
  /** For a proxy with TLS: where it listens, whatever the URL's host, and the authority that signed its certificate. */
  proxy?: { address: string; ca: Buffer }
}

/** A client for tests: it sends raw frames, so that it can send invalid ones too. */
export async function connectClient(url: string, options: Options = {}) {
  const { seed = generateKey(), acknowledge = true, audience = url, path = '/' } = options
  const issuedAt = Math.floor(Date.now() / 1_000)
  const jwt = options.jwt ?? signRelayJwt({ seed, audience, subject: generateKey(), issuedAt })
  const projectId = 'projectId' in options ? options.projectId : 'test'
  const project = projectId === undefined ? '' : `&projectId=${encodeURIComponent(projectId)}`
  const socket = new WebSocket(`${url}${path}?auth=${jwt}${project}&ua=wc-2%2Ftest`, {
    ...(options.address && { headers: { 'x-forwarded-for': options.address } }),
    ...(options.origin && { origin: options.origin }),
    ...(options.localAddress && { localAddress: options.localAddress }),
    ...(options.proxy && {
      ca: options.proxy.ca,
      lookup: (_host, _options, done) => done(null, [{ address: options.proxy!.address, family: 4 }]),
    }),
  })
  const received: RelayedMessage[] = []
  const texts: string[] = []
  const answers = new Map<string, { done: (answer: Answer) => void; fail: (e: Error) => void }>()
  const watchers = new Set<() => void>()
  let nextId = 0

  socket.on('message', (data) => {
    const text = String(data)
    texts.push(text)
    const frame = JSON.parse(text) as Answer
    const push = z.safeParse(subscriptionPush, frame)
    if (push.success) {
      received.push(push.data.params.data)
      if (acknowledge) socket.send(JSON.stringify({ id: push.data.id, jsonrpc: '2.0', result: true }))
    } else {
      answers.get(String(frame.id))?.done(frame)
      answers.delete(String(frame.id))
    }
    for (const watch of watchers) watch()
  })
  socket.on('error', () => {}) // a relay that is killed cuts its sockets; tests check what is delivered afterwards
  socket.on('close', () => {
    for (const { fail } of answers.values()) fail(new Error('closed before the answer'))
  })
  await once(socket, 'open')

  /** Resolves as soon as `find` returns a value; rejects before the test's own timeout. */
  function until<T>(find: () => T | undefined): Promise<T> {
    const ms = 100_000
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no result after ${ms} ms`)), ms)
      const look = () => {
        const value = find()
        if (value === undefined) return
        clearTimeout(timer)
        watchers.delete(look)
        done(value)
      }
      watchers.add(look)
      look()
    })
  }

  const call = (method: string, params: unknown, id: string | number = `${Date.now()}${nextId++}`) =>
    new Promise<Answer>((done, fail) => {
      if (socket.readyState !== WebSocket.OPEN) return fail(new Error('the socket is closed'))
      answers.set(String(id), { done, fail })
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })

  return {
    socket,
    seed,
    clientId: clientIdOf(seed),
    received,
    texts,
    call,
    until,
    /** The result of a call; rejects with the relay's error. */
    async ask(method: string, params: unknown): Promise<unknown> {
      const { result, error } = await call(method, params)
      if (error) throw new Error(`${error.code} ${error.data}: ${error.message}`)
      return result
    },
    publish: (topic: string, message: string, extra: object = {}) =>
      call('irn_publish', { topic, message, ttl: 300, tag: 1108, prompt: false, ...extra }),
    /** Resolves with all pushes once there are `count` of them. */
    pushes: (count: number) => until(() => (received.length >= count ? received : undefined)),
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return
      socket.terminate()
      await once(socket, 'close')
    },
  }
}

export const newTopic = (): string => randomBytes(32).toString('hex')
export const newMessage = (bytes = 64): string => randomBytes(bytes).toString('base64')
