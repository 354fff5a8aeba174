import { Registry } from 'prom-client'
import { type Hex, numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { createLog } from '../log/createLog.ts'
import { addProject } from '../projects/projects.ts'
import { createRelayer } from './createRelayer.ts'
import { followOperations } from './followOperations.ts'
import type { SmartChain } from './smartChain.ts'

let cluster: TestCluster
let db: Awaited<ReturnType<TestCluster['create']>>['db']
beforeAll(async () => {
  cluster = await startTestCluster()
  db = (await cluster.create()).db
  await addProject(db, { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: {} })
})
afterAll(() => cluster.stop())

const paymaster: Hex = `0x${'5a'.repeat(20)}`
/** A chain whose node responds at once, or when `wait` resolves. */
function createChain(id: number, wait: (method: string) => Promise<void> | undefined = () => undefined): SmartChain {
  const answers: Record<string, unknown> = {
    eth_blockNumber: numberToHex(100),
    eth_getBlockByNumber: { timestamp: numberToHex(1_000) },
    eth_getLogs: [],
    eth_getTransactionReceipt: null,
    eth_getTransactionCount: '0x0',
    eth_getBalance: numberToHex(parseEther('1')),
    eth_call: numberToHex(parseEther('1'), { size: 32 }),
  }
  const rpc = {
    async call(method: string) {
      await wait(method)
      return answers[method]
    },
  }
  return { id: `eip155:${id}`, chainId: BigInt(id), isLocal: false, paymaster, rpc } as unknown as SmartChain
}

function start(chains: SmartChain[]) {
  const log = createLog('silent')
  const relayer = createRelayer({ db, log, account: privateKeyToAccount(generatePrivateKey()) })
  return followOperations({ db, relayer, log, chains: () => chains, register: new Registry() })
}

const bytes = (length: number, at = 0) => Buffer.alloc(length, at + 1)
const promise = (chain: SmartChain, at: number) =>
  db
    .insertInto('sponsorships')
    .values({
      ...{ chain_id: chain.id, project_id: 'shop', status: 'open', nonce: '0', cost: '100' },
      ...{ sender: bytes(20, at), valid_until: '100', from_block: '0' },
    })
    .execute()
const released = async () =>
  (await db.selectFrom('sponsorships').select('id').where('status', '=', 'released').execute()).length

test('does not delay chains for one whose receipts time out', async () => {
  const slow = Promise.withResolvers<void>()
  const slowChain = createChain(1, (method) => (method === 'eth_getTransactionReceipt' ? slow.promise : undefined))
  const chain = createChain(2)
  await db
    .insertInto('user_operations')
    .values({
      ...{ chain_id: slowChain.id, project_id: 'shop', status: 'sent', nonce: '0', relayer_nonce: '0' },
      ...{ hash: bytes(32), sender: bytes(20), relayer: bytes(20), operation: '{}' },
      ...{ transactions: [bytes(32)], raw_transaction: bytes(1) },
    })
    .execute()
  await promise(chain, 1)
  const follower = start([slowChain, chain])
  try {
    await expect.poll(released, { timeout: 10_000 }).toBe(1)
    // The next pass runs as well.
    await promise(chain, 2)
    await expect.poll(released, { timeout: 10_000 }).toBe(2)
  } finally {
    slow.resolve()
    await follower.stop()
  }
})

test('tracks eight chains at a time, then the others', async () => {
  const slow = Promise.withResolvers<void>()
  const followed = new Set<number>()
  const chains = Array.from({ length: 20 }, (_, at) =>
    createChain(100 + at, (method) => {
      if (method !== 'eth_blockNumber') return undefined
      followed.add(at)
      return slow.promise
    }),
  )
  const follower = start(chains)
  try {
    await expect.poll(() => followed.size, { timeout: 10_000 }).toBe(8)
    // Still so one pass later.
    await new Promise((done) => setTimeout(done, 2_500))
    expect(followed.size).toBe(8)
    slow.resolve()
    await expect.poll(() => followed.size, { timeout: 10_000 }).toBe(20)
  } finally {
    slow.resolve()
    await follower.stop()
  }
})
