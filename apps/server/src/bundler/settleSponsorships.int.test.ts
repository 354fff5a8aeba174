import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { Registry } from 'prom-client'
import { encodeAbiParameters, type Hex, hexToNumber, numberToHex, pad, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { createLog } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { addProject } from '../projects/projects.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { operationTopic } from './operationReceipt.ts'
import { type LogRanges, settleExpired } from './settleSponsorships.ts'
import type { SmartChain } from './smartChain.ts'

const chainId = 'eip155:8453'
const paymaster: Hex = `0x${'5a'.repeat(20)}`
const latest = 6_000
const accountOf = (at: number): Hex => pad(numberToHex(at), { size: 20 })

let cluster: TestCluster
let db: Awaited<ReturnType<TestCluster['create']>>['db']
beforeAll(async () => {
  cluster = await startTestCluster()
  db = (await cluster.create()).db
  await addProject(db, { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: {} })
})
afterAll(() => cluster.stop())
beforeEach(() => db.deleteFrom('sponsorships').execute())

const promise = (at: number) =>
  db
    .insertInto('sponsorships')
    .values({
      ...{ chain_id: chainId, project_id: 'shop', status: 'open', nonce: '0', cost: '100' },
      ...{ sender: Buffer.from(accountOf(at).slice(2), 'hex'), valid_until: '100', from_block: '0' },
    })
    .execute()
const statuses = async () =>
  (await db.selectFrom('sponsorships').select(['status', 'cost']).orderBy('id').execute()).map(
    ({ status, cost }) => `${status} ${cost}`,
  )

type LogQuery = { fromBlock: Hex; toBlock: Hex; topics: Hex[] }
/** A chain on which account 1's operation ran in block 4,321; `check` throws what its node rejects. */
function createChain(check: (blocks: number, sender: Hex) => void) {
  const lengths: number[] = []
  const event = {
    address: smartAccountContracts.entryPoint,
    topics: [operationTopic, zeroHash, pad(accountOf(1)), pad(paymaster)],
    data: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
      [0n, true, 7n, 1n],
    ),
  }
  const answers: Record<string, (params: never) => unknown> = {
    eth_blockNumber: () => numberToHex(latest),
    eth_getBlockByNumber: () => ({ timestamp: numberToHex(1_000) }),
    eth_getLogs: ([{ fromBlock, toBlock, topics }]: [LogQuery]) => {
      const [from, to] = [hexToNumber(fromBlock), hexToNumber(toBlock)]
      lengths.push(to - from + 1)
      check(to - from + 1, topics[2]!)
      return topics[2] === event.topics[2] && from <= 4_321 && to >= 4_321 ? [event] : []
    },
  }
  const rpc = { call: async (method: string, params: never) => answers[method]!(params) }
  return { chain: { id: chainId, paymaster, isLocal: false, rpc } as unknown as SmartChain, lengths }
}

function createLoop() {
  let now = Date.now()
  const register = new Registry()
  const log = createLog('silent')
  const retries = createRetries({ loop: 'operations', register, log, now: () => now })
  const ranges: LogRanges = new Map()
  return {
    register,
    pass(chain: SmartChain, seconds = 2) {
      now += seconds * 1_000
      return settleExpired(db, chain, retries, ranges)
    },
  }
}

test.each([
  { code: -32602, message: 'block range is too large' },
  { code: -32005, message: 'query returned more than 10000 results' },
])('halves ranges that a node rejects with "$message", and keeps the smaller one', async (error) => {
  const { chain, lengths } = createChain((blocks) => {
    if (blocks > 300) throw new RpcError(error)
  })
  const loop = createLoop()
  await promise(1)
  for (let pass = 0; pass < 3; pass++) await loop.pass(chain)
  expect(await statuses()).toEqual(['spent 7'])
  expect(lengths.slice(0, 3)).toEqual([1_000, 500, 250])
  lengths.length = 0
  await promise(2)
  for (let pass = 0; pass < 3; pass++) await loop.pass(chain)
  expect(await statuses()).toEqual(['spent 7', 'released 100'])
  expect(Math.max(...lengths)).toBe(250)
})

test('returns to long ranges after a rejection that had another cause', async () => {
  let isDown = true
  const { chain, lengths } = createChain(() => {
    if (isDown) throw new RpcError({ code: -32603, message: 'internal error' })
  })
  const loop = createLoop()
  await promise(2)
  await loop.pass(chain)
  expect(lengths.at(-1)).toBe(1)
  isDown = false
  lengths.length = 0
  await loop.pass(chain)
  expect(lengths[0]).toBe(1_000)
  expect(await statuses()).toEqual(['released 100'])
})

test('does not halve ranges for a node that limits its rate', async () => {
  const { chain, lengths } = createChain(() => {
    throw new RpcError({ code: 429, message: 'Too many requests' })
  })
  await promise(2)
  await createLoop().pass(chain)
  expect(lengths).toEqual([1_000])
  expect(await statuses()).toEqual(['open 100'])
})

test('releases all reservations except one that always fails, and names it in a metric', async () => {
  const { chain } = createChain((_, sender) => {
    if (sender === pad(accountOf(3))) throw new Error('not this account')
  })
  const loop = createLoop()
  await promise(3)
  await promise(2)
  for (let pass = 0; pass < 30; pass++) await loop.pass(chain, 60)
  // One that is made during the hour is released as well.
  await promise(4)
  for (let pass = 0; pass < 30; pass++) await loop.pass(chain, 60)
  expect(await statuses()).toEqual(['open 100', 'released 100', 'released 100'])
  const [failing] = await db.selectFrom('sponsorships').select('id').where('status', '=', 'open').execute()
  const metrics = await loop.register.metrics()
  expect([...metrics.matchAll(/background_row_failures\{(.*)\} \d+/g)].map(([, labels]) => labels)).toEqual([
    `loop="operations",row="${chainId}/${failing!.id}"`,
  ])
})
