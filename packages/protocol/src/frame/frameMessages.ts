import * as z from 'zod/mini'
import { type FrameRequestName, frameRequests } from './frameRequests.ts'

/** The number that both sides say first, so that a page and a frame of different years notice. */
export const frameVersion = '4'

const id = z.string().check(z.regex(/^[0-9a-z]{1,40}$/))
/** A frame picks a new one at each boot: messages of an earlier boot are ignored. */
const channel = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The frame's message to its embedding window, sent once. */
export const readyMessage = z.object({
  type: z.literal('@w3m-frame/READY'),
  payload: z.object({ version: z.string().check(z.maxLength(20)), channel }),
})
/** The page's answer, with one end of a channel that only the two of them hold. Everything else goes through that. */
export const portMessage = z.object({ type: z.literal('@w3m-app/PORT'), payload: z.object({ channel }) })

/** The heights that a frame may have; a smaller one shows no request. */
export const minFrameHeight = 400
export const maxFrameHeight = 720

/**
 * The frame's events: its session changed, it needs to be shown or hidden, or its screen needs this height to be seen
 * whole.
 */
const frameEvents = {
  SESSION_UPDATE: z.object({ token: z.string().check(z.maxLength(4096)) }),
  SHOW: z.object({ screen: z.enum(['approval', 'recovery', 'security']) }),
  HIDE: z.optional(z.unknown()),
  SIZE: z.object({ height: z.int().check(z.gte(minFrameHeight), z.lte(maxFrameHeight)) }),
} as const satisfies Record<string, z.ZodMiniType>
export type FrameEventName = keyof typeof frameEvents
export type FrameEvent = {
  [K in FrameEventName]: { name: K; payload: z.infer<(typeof frameEvents)[K]> }
}[FrameEventName]

export type AppMessage =
  | { kind: 'request'; id: string; name: FrameRequestName; input: unknown }
  | { kind: 'abort'; id: string }
export type FrameMessage =
  | { kind: 'success'; id: string; name: FrameRequestName; output: unknown }
  | {
      kind: 'error'
      id: string
      name: FrameRequestName
      message: string
      code?: string | undefined
      /** Seconds until the frame takes another request of the kind. */
      retryAfter?: number | undefined
    }
  | { kind: 'event'; event: FrameEvent }

const anyMessage = z.object({
  type: z.string().check(z.maxLength(100)),
  id: z.optional(id),
  payload: z.optional(z.unknown()),
})
const abortPayload = z.object({ id })
const errorPayload = z.object({
  message: z.string().check(z.maxLength(2000)),
  code: z.optional(z.string().check(z.maxLength(60))),
  // Ours: AppKit's page reads the seconds out of the message.
  retryAfter: z.optional(z.int().check(z.gte(0), z.lte(999_999))),
})

const isRequestName = (name: string): name is FrameRequestName => Object.hasOwn(frameRequests, name)

/**
 * A message of the page, as the frame reads it; undefined if it is not one. An input of the wrong shape is an `invalid`
 * one.
 */
export function readAppMessage(
  data: unknown,
): AppMessage | { kind: 'invalid'; id: string; name: FrameRequestName } | undefined {
  const message = z.safeParse(anyMessage, data)
  if (!message.success || !message.data.type.startsWith('@w3m-app/')) return undefined
  const name = message.data.type.slice('@w3m-app/'.length)
  if (name === 'ABORT') {
    const aborted = z.safeParse(abortPayload, message.data.payload)
    return aborted.success ? { kind: 'abort', id: aborted.data.id } : undefined
  }
  if (!isRequestName(name) || message.data.id === undefined) return undefined
  const input = z.safeParse(frameRequests[name].input as z.ZodMiniType, message.data.payload)
  if (!input.success) return { kind: 'invalid', id: message.data.id, name }
  return { kind: 'request', id: message.data.id, name, input: input.data }
}

/**
 * A message of the frame, as the page reads it; undefined if it is not one. An output of the wrong shape is an error.
 */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const message = z.safeParse(anyMessage, data)
  if (!message.success || !message.data.type.startsWith('@w3m-frame/')) return undefined
  const { type, id, payload } = message.data
  const name = type.slice('@w3m-frame/'.length)
  if (Object.hasOwn(frameEvents, name)) {
    const known = z.safeParse(frameEvents[name as FrameEventName] as z.ZodMiniType, payload)
    return known.success ? { kind: 'event', event: { name, payload: known.data } as FrameEvent } : undefined
  }
  const [, requestName, outcome] = /^(\w+)_(SUCCESS|ERROR)$/.exec(name) ?? []
  if (!requestName || id === undefined || !isRequestName(requestName)) return undefined
  if (outcome === 'ERROR') {
    const error = z.safeParse(errorPayload, payload)
    return { kind: 'error', id, name: requestName, ...(error.success ? error.data : { message: 'An error occurred' }) }
  }
  const output = z.safeParse(frameRequests[requestName].output as z.ZodMiniType, payload)
  if (!output.success)
    return { kind: 'error', id, name: requestName, message: 'An error occurred', code: 'invalid_input' }
  return { kind: 'success', id, name: requestName, output: output.data }
}

export const writeRequest = (id: string, name: FrameRequestName, payload: unknown) => ({
  id,
  type: `@w3m-app/${name}`,
  payload,
})
export const writeAbort = (id: string) => ({ type: '@w3m-app/ABORT', payload: { id } })
export const writeSuccess = (id: string, name: FrameRequestName, payload: unknown) => ({
  id,
  type: `@w3m-frame/${name}_SUCCESS`,
  payload,
})
type Refusal = { message: string; code?: string; retryAfter?: number | undefined }
export const writeError = (id: string, name: FrameRequestName, { message, code, retryAfter }: Refusal) => ({
  id,
  type: `@w3m-frame/${name}_ERROR`,
  payload: { message, ...(code === undefined ? {} : { code }), ...(retryAfter === undefined ? {} : { retryAfter }) },
})
export const writeEvent = ({ name, payload }: FrameEvent) => ({ type: `@w3m-frame/${name}`, payload })
