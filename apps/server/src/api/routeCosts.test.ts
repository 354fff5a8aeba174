import { createHash } from 'node:crypto'
import type { RpcRequest } from '@billfold/protocol/api/rpc'
import { encodeBase58 } from '@billfold/protocol/base58'
import { encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { ethereum } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'
import type { FetchJson } from '../rpc/fetchJson.ts'
import { unitsOf } from '../rpc/rpcMethods.ts'

const perMinute = 100
const unitsPerRequest = 20
const keyOf = (n: number | string, length: number) =>
  encodeBase58(createHash('sha512').update(`${n}`).digest().subarray(0, length))
const solana: ServerChain = {
  ...{ id: 'solana:localnet', namespace: 'solana', reference: 'localnet', name: 'Solana' },
  ...{ rpcUrls: ['https://node.example'], wsUrls: [], tokens: [], contracts: {}, stables: [], isLocal: false },
  nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
}
const evms = Array.from(
  { length: 24 },
  (_, n): ServerChain => ({
    ...ethereum,
    ...{ id: `eip155:${1000 + n}`, reference: `${1000 + n}`, rpcUrls: ['https://node.example'] },
  }),
)

/** A node on which every account has an endless history. */
function answerOf({ method, params }: RpcRequest): unknown {
  const [first, options] = (params ?? []) as [string, { before?: string }]
  if (method === 'getSignaturesForAddress') {
    const slot = options.before ? Number(slots.get(options.before)) : 1_000_000
    return Array.from({ length: 100 }, (_, at) => {
      const signature = keyOf(`${first} ${slot - at - 1}`, 64)
      slots.set(signature, slot - at - 1)
      return { signature, slot: slot - at - 1, err: null }
    })
  }
  if (method === 'getTokenAccountsByOwner') return { value: [] }
  if (method === 'getTransaction') return transactionOf(first)
  if (method === 'eth_call') return balances
  return null
}
const slots = new Map<string, number>()
const balances = encodeFunctionResult({
  abi: parseAbi(['function aggregate3() returns ((bool success, bytes returnData)[])']),
  functionName: 'aggregate3',
  result: [],
})
const transactionOf = (signature: string) => ({
  ...{ slot: slots.get(signature) ?? 1, blockTime: 1_700_000_000, version: 'legacy' },
  meta: {
    ...{ err: null, fee: 5_000, preBalances: [10, 1], postBalances: [4, 7], innerInstructions: [] },
    ...{
      preTokenBalances: [],
      postTokenBalances: [],
      loadedAddresses: { writable: [], readonly: [] },
      logMessages: [],
    },
  },
  transaction: {
    signatures: [signature],
    message: {
      accountKeys: [keyOf(1, 32), keyOf(2, 32), '11111111111111111111111111111111'],
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
      recentBlockhash: keyOf(3, 32),
      instructions: [{ programIdIndex: 2, accounts: [0, 1], data: '3Bxs4h24hBtQy9rw' }],
    },
  },
})

function setUp() {
  let units = 0
  const fetchJson: FetchJson = async ({ url, body }) => {
    const calls = (Array.isArray(body) ? body : [body]) as RpcRequest[]
    units += unitsOf(/^get/.test(calls[0]!.method) ? 'solana' : 'eip155', calls)
    const replies = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, result: answerOf(call) }))
    return { status: 200, headers: new Headers(), json: Array.isArray(body) ? replies : replies[0], url }
  }
  const chains = createChains([solana, ...evms])
  const rpc = createRpc({ chains, fetchJson })
  const deps = appDeps({
    ...{ chains, rpc, sources: createSources({ chains, rpc }), trustProxy: 1 },
    ...{ clientQuota: { limit: perMinute, windowMs: 60_000 }, projectQuota: { limit: 100_000, windowMs: 60_000 } },
  })
  const app = createApp(deps)
  const ask = async (path: string, visitor = '203.0.113.1') =>
    app.request(`${path}${path.includes('?') ? '&' : '?'}projectId=shop`, { headers: { 'x-forwarded-for': visitor } })
  return { ask, units: () => units }
}
const evm = (n: number) => `0x${n.toString(16).padStart(40, 'a')}`

describe('an untrusted caller', () => {
  it.each<[string, (n: number) => string]>([
    [
      'the balances of all chains past the cache',
      (n) => `/v1/account/${evm(n)}/balance?currency=usd&forceUpdate=eip155:1000:${evm(n + 1)}`,
    ],
    ['a page of Solana’s history', (n) => `/v1/account/${keyOf(n, 32)}/history?chainId=${solana.id}`],
    ['everyone paid by an account on Solana', (n) => `/v1/account/${keyOf(n, 32)}/counterparties?chainId=${solana.id}`],
  ])('has %s no more often than its cost allows', async (_, path) => {
    const { ask, units } = setUp()
    const statuses: number[] = []
    for (let n = 0; n < perMinute; n++) statuses.push((await ask(path(n))).status)
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    // Some of the work in flight when the quota ran out still completes.
    expect(units()).toBeLessThan(perMinute * unitsPerRequest * 1.5)
    // No one else is limited.
    expect((await ask(path(1_000), '198.51.100.7')).status).toBe(200)
  })

  it('keeps its usual limit for cheap calls', async () => {
    const { ask } = setUp()
    const path = `/v1/account/${evm(1)}/balance?currency=usd&chainId=eip155:1000`
    // The first is read from the chain, which costs two requests more; the others come from the cache.
    for (let n = 0; n < perMinute - 2; n++) expect((await ask(path)).status).toBe(200)
  })
})
