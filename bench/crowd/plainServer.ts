import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The minimum of a server: the bytes of a file. node bench/crowd/plainServer.ts <file>
const bytes = readFileSync(process.argv[2] ?? '')
const server = createServer((request, answer) => {
  request.resume()
  answer.setHeader('content-type', 'application/json').end(bytes)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
