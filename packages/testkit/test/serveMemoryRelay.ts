import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { memoryRelay } from '@billfold/core/test/walletConnect/memoryRelay'
import { WebSocketServer } from 'ws'

/** A relay in memory behind real WebSockets, whose faults are in a test's hands. */
export async function serveMemoryRelay() {
  const relay = memoryRelay()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    const wire = relay.openWire('', {
      opened: () => undefined,
      received: (text) => socket.send(String(text)),
      closed: () => socket.close(),
    })
    socket.on('message', (data) => wire.send(String(data)))
    socket.on('close', () => wire.close())
  })
  return {
    ...relay,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
