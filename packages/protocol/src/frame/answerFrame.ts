import type * as z from 'zod/mini'
import { KitError } from '../error.ts'
import { retryAfterOf } from '../retryAfterOf.ts'
import { readAppMessage, writeError, writeSuccess } from './frameMessages.ts'
import type { FramePort } from './framePort.ts'
import { type FrameRequestName, type FrameRequests, frameRequests } from './frameRequests.ts'

type Input<K extends FrameRequestName> = z.infer<FrameRequests[K]['input']>
type Output<K extends FrameRequestName> = z.infer<FrameRequests[K]['output']>

/** The frame's handler for each request; the signal aborts when the page no longer wants the response. */
export type FrameHandlers = { [K in FrameRequestName]: (input: Input<K>, signal: AbortSignal) => Promise<Output<K>> }

/** The maximum of pending requests per page: more than any page needs, few enough that a flood costs nothing. */
const maxPending = 50

/** The frame's side of the wire: every request is checked, done and answered once, whatever the page sends. */
export function answerFrame(port: FramePort, handlers: FrameHandlers): () => void {
  const waiting = new Map<string, AbortController>()
  const answer = async <K extends FrameRequestName>(id: string, name: K, input: Input<K>) => {
    const stop = new AbortController()
    waiting.set(id, stop)
    try {
      const output = await (handlers[name] as (input: Input<K>, signal: AbortSignal) => Promise<Output<K>>)(
        input,
        stop.signal,
      )
      // Output is checked like input: a bug inside must not put a secret on the page.
      const checked = (frameRequests[name].output as z.ZodMiniType).safeParse(output)
      if (!checked.success) throw new KitError('internal')
      port.postMessage(writeSuccess(id, name, checked.data))
    } catch (error) {
      // Send only our own errors; other messages may quote private data.
      const known = error instanceof KitError ? error : new KitError('internal')
      const { message, code } = known
      port.postMessage(writeError(id, name, { message, code, retryAfter: retryAfterOf(known) }))
    } finally {
      waiting.delete(id)
    }
  }
  port.onmessage = ({ data }) => {
    const message = readAppMessage(data)
    if (!message) return
    if (message.kind === 'abort') return waiting.get(message.id)?.abort()
    const { id, name } = message
    if (message.kind === 'invalid')
      return port.postMessage(writeError(id, name, { message: 'Invalid input', code: 'invalid_input' }))
    // A replay of what is under way is dropped: it has one answer, the first one's.
    if (waiting.has(id)) return
    if (waiting.size >= maxPending)
      return port.postMessage(writeError(id, name, { message: 'Request exceeds the limit', code: 'too_many_requests' }))
    void answer(id, name, message.input as never)
  }
  return () => {
    port.onmessage = null
    for (const stop of waiting.values()) stop.abort()
  }
}
