import type * as z from 'zod/mini'
import { type ErrorCode, errors, KitError } from '../error.ts'
import { type FrameEvent, readFrameMessage, writeAbort, writeRequest } from './frameMessages.ts'
import type { FramePort } from './framePort.ts'
import { type FrameRequestName, type FrameRequests, frameRequests } from './frameRequests.ts'

type Input<K extends FrameRequestName> = z.infer<FrameRequests[K]['input']>
type Output<K extends FrameRequestName> = z.infer<FrameRequests[K]['output']>

export type FrameClient = {
  /**
   * Sends a request to the frame. An abort goes to the frame, and its response still says what became of the request:
   * what the frame sent before the abort arrived has happened, and does not count as stopped.
   */
  ask<K extends FrameRequestName>(name: K, input: Input<K>, signal?: AbortSignal): Promise<Output<K>>
  close(): void
}

/** After this long without an answer, a request that waits for no person has failed. */
export const frameDeadlineMs = 30_000

/** The page's side of the wire. */
export function createFrameClient(
  port: FramePort,
  { after, onEvent }: { after(ms: number, run: () => void): () => void; onEvent?: (event: FrameEvent) => void },
): FrameClient {
  const waiting = new Map<string, { name: FrameRequestName; settle(result: () => unknown): void }>()
  port.onmessage = ({ data }) => {
    const message = readFrameMessage(data)
    if (!message) return
    if (message.kind === 'event') return onEvent?.(message.event)
    const request = waiting.get(message.id)
    // Ignore a response whose name does not match the request with this number.
    if (request?.name !== message.name) return
    request.settle(() => {
      if (message.kind === 'success') return message.output
      const code =
        message.code !== undefined && Object.hasOwn(errors, message.code) ? (message.code as ErrorCode) : 'internal'
      const { retryAfter } = message
      throw new KitError(code, {
        message: message.message,
        ...(retryAfter === undefined ? {} : { cause: { retryAfter } }),
      })
    })
  }
  return {
    ask: (name, input, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new KitError('aborted'))
        const id = newId()
        const abort = () => port.postMessage(writeAbort(id))
        const stopTimer = frameRequests[name].waits
          ? after(frameDeadlineMs, () => {
              abort()
              settle(() => {
                throw new KitError('timeout', { message: 'Something went wrong' })
              })
            })
          : undefined
        const settle = (result: () => unknown) => {
          waiting.delete(id)
          stopTimer?.()
          signal?.removeEventListener('abort', abort)
          try {
            resolve(result() as never)
          } catch (error) {
            reject(error)
          }
        }
        waiting.set(id, { name, settle })
        signal?.addEventListener('abort', abort)
        port.postMessage(writeRequest(id, name, input))
      }),
    close() {
      port.onmessage = null
      for (const { settle } of waiting.values())
        settle(() => {
          throw new KitError('aborted')
        })
    },
  }
}

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('')
