import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least that a 429 costs on node:http: a fixed body and two headers.
const body = Buffer.from('{"status":"FAILED","code":"too_many_requests"}')
const server = createServer((_, response) => {
  response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '1' }).end(body)
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
