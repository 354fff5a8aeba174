import type { FramePort } from '../src/frame/framePort.ts'

/** Two ends of a channel that copies what crosses it, as a real one does, and the list of all that did. */
export function testChannel(): { page: FramePort; frame: FramePort; crossed: unknown[] } {
  const crossed: unknown[] = []
  const page: FramePort = { onmessage: null, postMessage: (message) => pass(frame, message) }
  const frame: FramePort = { onmessage: null, postMessage: (message) => pass(page, message) }
  function pass(to: FramePort, message: unknown) {
    const data = structuredClone(message)
    crossed.push(data)
    queueMicrotask(() => to.onmessage?.({ data }))
  }
  return { page, frame, crossed }
}
