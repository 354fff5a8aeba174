import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDevnetLookup, originsOf } from './lookUpDevnet.ts'

const chain = {
  id: 1,
  name: 'One',
  rpcUrl: 'http://localhost:1/rpc',
  wsUrl: 'ws://localhost:1',
  bundlerUrl: 'http://localhost:1/bundler',
  paymasterUrl: 'http://localhost:1/paymaster',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockTime: 0,
  contracts: {},
  tokens: [],
  nfts: [],
  pools: [],
  names: [],
}
const manifest = { version: 1, chains: [chain], accounts: [], mnemonic: '', faucetUrl: 'http://localhost:2/faucet' }
const origins = ['http://localhost:1', 'http://localhost:2', 'ws://localhost:1']
/** Long enough for any response, however busy the machine is. */
const deadlineMs = 60_000
const originsFrom = async (ask: ReturnType<typeof createDevnetLookup>) => {
  const known = await ask()
  return known && originsOf(known)
}

let server: Server | undefined
afterEach(() => void server?.close())

async function serve(answer: () => unknown): Promise<URL> {
  const made = createServer((_, response) => {
    const value = answer()
    if (value !== undefined) response.end(JSON.stringify(value))
  })
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(made.address() as AddressInfo).port}/manifest.json`)
}

test('lists every origin of the network once, with one request while fresh', async () => {
  let requests = 0
  const manifestUrl = await serve(() => {
    requests++
    return manifest
  })
  const ask = createDevnetLookup({ manifestUrl, deadlineMs })
  expect(await Promise.all([ask(), ask()])).toEqual([manifest, manifest])
  expect(await originsFrom(ask)).toEqual(origins)
  expect(requests).toBe(1)
})

test('keeps the last known network while it is down', async () => {
  let now = 0
  const manifestUrl = await serve(() => manifest)
  const ask = createDevnetLookup({ manifestUrl, deadlineMs, now: () => now })
  await ask()
  server?.closeAllConnections()
  server?.close()
  now = 60_000
  expect(await originsFrom(ask)).toEqual(origins)
})

test('invalid and missing responses allow nothing, before a deadline', async () => {
  const nonsense = await serve(() => ({ chains: [{ rpcUrl: 'http://x; script-src *' }] }))
  expect(await createDevnetLookup({ manifestUrl: nonsense, deadlineMs })()).toBe(undefined)
  server?.close()
  const silent = await serve(() => undefined)
  expect(await createDevnetLookup({ manifestUrl: silent, deadlineMs: 50 })()).toBe(undefined)
  server?.closeAllConnections()
})
