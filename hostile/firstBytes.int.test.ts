import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { type Attempt, sendAll } from './firstBytes.ts'

// The content of this attempt does not matter, since the servers ignore it.
const attempts: Attempt[] = [{ opening: 'GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n', frames: '' }]

async function sendTo(answer: RequestListener) {
  const server = createServer((request, response) => {
    if (request.url === '/health') response.end('ok')
    else answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await sendAll({ name: 'a server', port, health: '/health' }, attempts, { silenceMs: 1_000 })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it.each([500, 501, 502, 503, 504])('counts %i as a failure of the server', async (status) => {
  await expect(sendTo((_, response) => response.writeHead(status).end())).rejects.toThrow(`${status} of a server`)
})

it('counts rejections, and silent closes', async () => {
  expect(await sendTo((_, response) => response.writeHead(400).end())).toEqual({ answered: 1, closed: 0 })
  expect(await sendTo((request) => request.socket.destroy())).toEqual({ answered: 0, closed: 1 })
})

it('counts silence as a failure', async () => {
  const server = createServer(() => {})
  // It keeps listening to clients that have closed their side, and sends nothing.
  server.on('connection', (socket) => socket.removeAllListeners('end'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = sendAll({ name: 'a server', port, health: '/health' }, attempts, { silenceMs: 1_000 })
  await expect(sent).rejects.toThrow('no answer of a server')
  server.closeAllConnections()
  server.close()
})

it('counts a service that no longer answers well-formed requests as a failure', async () => {
  const server = createServer((_, response) => response.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = sendAll({ name: 'a server', port, health: '/health' }, attempts)
  await expect(sent).rejects.toThrow('answered 404 to a request for its health')
  server.close()
})
