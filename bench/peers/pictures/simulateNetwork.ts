import type { BrowserContext } from 'playwright-core'
import { readRegistry } from './readRegistry.ts'

const registryAnswer = readRegistry()

/**
 * The same outside world for every kit, as nothing else is reachable: nodes with one account's balance, a
 * registry of wallets with their marks, and a relay that accepts every subscription. Other servers' pictures and analytics are missing.
 */
export async function simulateNetwork(context: BrowserContext, site: string): Promise<void> {
  const origin = new URL(site).origin
  await context.route(
    (url) => url.origin !== origin || registryAnswer(url.pathname) !== undefined,
    async (route) => {
      const request = route.request()
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
      const url = new URL(request.url())
      const known = registryAnswer(url.pathname)
      if (known) return route.fulfill({ body: known.body, contentType: known.type, headers })
      const body = request.method() === 'POST' ? readJson(request.postData()) : undefined
      if (Array.isArray(body)) return route.fulfill({ json: body.map(answer), headers })
      if (isCall(body)) return route.fulfill({ json: answer(body), headers })
      return route.fulfill({ status: 404, json: {}, headers })
    },
  )
  await context.routeWebSocket(/.*/, (socket) => {
    socket.onMessage((text) => {
      const call = readJson(String(text))
      if (isCall(call)) socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result: relayAnswer(call.method) }))
    })
  })
}

type Call = { id: number; method: string }
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'id' in value

const results: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x1',
  eth_blockNumber: '0x1400000',
  eth_getBalance: '0x1158e460913d0000',
  eth_call: '0x',
  net_version: '1',
}

const answer = ({ id, method }: Call) => ({ id, jsonrpc: '2.0', result: results[method] ?? null })

const relayAnswer = (method: string): unknown =>
  method.endsWith('ubscribe') ? 'a'.repeat(64) : method.endsWith('batchSubscribe') ? [] : true

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
