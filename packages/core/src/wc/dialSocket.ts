import type { Log } from '../ports/log.ts'
import type { OpenSocket, Socket } from './openSocket.ts'

export type DialParts = {
  /** A fresh URL for every connection; an alternative, if configured, after one that never responded. */
  url: (isAnother: boolean) => string | Promise<string>
  openWire: OpenSocket
  log: Log
}
type AttemptEvents = { opened(): void; received(text: unknown): void; closed(): void; failed(): void }

/** One attempt to connect. Events of an abandoned one must not reach its successor. */
export function dialSocket({ url, openWire, log }: DialParts, isAnother: boolean, events: AttemptEvents) {
  let isAbandoned = false
  let socket: Socket | undefined
  const own = {
    opened: () => isAbandoned || events.opened(),
    received: (text: unknown) => isAbandoned || events.received(text),
    closed: () => isAbandoned || events.closed(),
  }
  Promise.resolve()
    .then(() => url(isAnother))
    .then((address) => {
      if (!isAbandoned) socket = openWire(address, own)
    })
    .catch((e: unknown) => {
      log.error('The relay is unreachable', e)
      if (!isAbandoned) events.failed()
    })
  return {
    send: (text: string) => socket?.send(text),
    abandon() {
      isAbandoned = true
      socket?.close()
    },
  }
}
