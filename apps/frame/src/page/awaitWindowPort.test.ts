import { expect, test } from 'vitest'
import { awaitWindowPort, isWindowReady, windowPort } from './awaitWindowPort.ts'

const origin = 'https://wallet.example'

/** A window of the wallet's, and who opened it. */
function openWindow() {
  const events = new EventTarget()
  const posted: { data: unknown; to: string }[] = []
  const opener = { postMessage: (data: unknown, to: string) => posted.push({ data, to }) } as unknown as Window
  const self = Object.assign(events, { location: { origin } }) as unknown as Window
  const say = (data: unknown, more: object) =>
    events.dispatchEvent(Object.assign(new Event('message'), { data, source: opener, origin, ports: [], ...more }))
  return { self, opener, posted, say }
}
const port = { name: 'port' } as unknown as MessagePort

test('accepts one port, only from the frame of its own origin that opened it', async () => {
  const { self, opener, posted, say } = openWindow()
  const waiting = awaitWindowPort(self, opener)
  // Only a frame of the wallet's own can hear that it is there.
  expect(posted).toEqual([{ data: { type: 'billfold/WINDOW_READY' }, to: origin }])
  expect(isWindowReady(posted[0]!.data)).toBe(true)
  const given = windowPort('https://app.example', ['asked'])
  const evil = windowPort('https://evil.example', [])
  say(evil, { origin: 'https://evil.example', ports: [port] })
  say(evil, { source: {}, ports: [port] })
  say(evil, { ports: [] })
  say(evil, { ports: [port, port] })
  say({ ...evil, type: '@w3m-app/PORT' }, { ports: [port] })
  say({ ...evil, pending: Array.from({ length: 61 }) }, { ports: [port] })
  say(given, { ports: [port] })
  say(evil, { ports: [port] })
  expect(await waiting).toEqual({ port, origin: 'https://app.example', pending: ['asked'] })
})
