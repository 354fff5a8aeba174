import { commandMs } from './driver.ts'

type BidiEvent = { method: string; params: unknown }
type Answer =
  | { id: number; type: 'success'; result: unknown }
  | { id: number; type: 'error'; error: string; message: string }

/** A connection over WebDriver BiDi: matches responses to commands by number, and passes events on. */
export async function openBidi(url: string, onEvent: (event: BidiEvent) => void) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`${url} does not respond`))
  })
  socket.onclose = () => {
    for (const [id, answer] of waiting) answer({ id, type: 'error', error: 'closed', message: 'the browser went away' })
  }
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Answer | (BidiEvent & { type: 'event' })
    if (message.type === 'event') return onEvent(message)
    waiting.get(message.id)?.(message)
  }
  return {
    send<T>(method: string, params: object): Promise<T> {
      const id = ++last
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${method} was not answered in ${commandMs} ms`)), commandMs)
        waiting.set(id, (answer) => {
          clearTimeout(timer)
          waiting.delete(id)
          if (answer.type === 'error') reject(new Error(`${method}: ${answer.error}: ${answer.message}`))
          else resolve(answer.result as T)
        })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    close: () => socket.close(),
  }
}
