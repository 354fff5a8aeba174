import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A node that answers at once: `eth_getLogs` with a megabyte, all else with a balance, and each call under its id.
const log = {
  address: `0x${'ab'.repeat(20)}`,
  topics: [`0x${'cd'.repeat(32)}`, `0x${'ef'.repeat(32)}`],
  data: `0x${'01'.repeat(96)}`,
  blockNumber: '0x12a05f2',
  transactionHash: `0x${'23'.repeat(32)}`,
  transactionIndex: '0x1',
  blockHash: `0x${'45'.repeat(32)}`,
  logIndex: '0x7',
  removed: false,
}
const logs = JSON.stringify(Array.from({ length: 1_500 }, () => log))

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    const { id, method } = JSON.parse(text) as { id: unknown; method: string }
    const result = method === 'eth_getLogs' ? logs : '"0xde0b6b3a7640000"'
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
  })
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
