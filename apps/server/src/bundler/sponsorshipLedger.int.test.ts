import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import fc from 'fast-check'
import { Registry } from 'prom-client'
import { encodeAbiParameters, type Hex, hexToBigInt, numberToHex, pad, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { createLog } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { addProject } from '../projects/projects.ts'
import { operationTopic } from './operationReceipt.ts'
import { type LogRanges, settleExpired } from './settleSponsorships.ts'
import { finalDepth, type SmartChain } from './smartChain.ts'
import { deleteOldSponsorships, reserve, setBudget, usedOf } from './sponsorships.ts'

const reservations = Number(process.env.LEDGER_RESERVATIONS ?? 250)
const chainId = 'eip155:8453'
const paymaster: Hex = `0x${'5a'.repeat(20)}`
const budgets = [
  { project_id: 'daily', chain_id: chainId, period: 'day', budget: '3000' },
  // Used up early, however long the run: later attempts are rejected.
  { project_id: 'once', chain_id: chainId, period: 'ever', budget: String(80 * reservations) },
] as const

let cluster: TestCluster
let servers: Awaited<ReturnType<TestCluster['create']>>['db'][]
beforeAll(async () => {
  cluster = await startTestCluster()
  const { db } = await cluster.create()
  // Servers differ only in their connections: each transaction takes its own.
  servers = [db, db]
  for (const { project_id: id, ...terms } of budgets) {
    await addProject(db, { id, name: id, origins: ['https://shop.example'], features: {} })
    await setBudget(db, { project_id: id, ...terms, most_per_operation: '1000', operations_per_day: 12, targets: null })
  }
})
afterAll(() => cluster.stop())

type Signed = { sender: Hex; nonce: bigint; cost: bigint; validUntil: bigint }
type Event = { sender: Hex; nonce: bigint; cost: bigint }
type Block = { timestamp: bigint; events: Event[] }
type Random = (max: number) => number

/** A chain that runs any signed operation, by any bundler, until it expires, and that reorganizes. */
function createChain(random: Random, accounts: readonly Hex[]) {
  const blocks: Block[] = [{ timestamp: 1_800_000_000n, events: [] }]
  let signed: Signed[] = []
  let failingLogs = false
  // Searching all blocks for each operation would cost the square of their number.
  const usedNonces = new Map(accounts.map((sender) => [sender, new Set<bigint>()]))
  const answers: Record<string, (params: never) => unknown> = {
    eth_blockNumber: () => numberToHex(blocks.length - 1),
    eth_getBlockByNumber: ([number]: [Hex]) => {
      const block = blocks[Number(hexToBigInt(number))]
      return block ? { timestamp: numberToHex(block.timestamp) } : null
    },
    eth_getLogs: ([{ fromBlock, toBlock, topics }]: [{ fromBlock: Hex; toBlock: Hex; topics: Hex[] }]) => {
      if (failingLogs && random(3) === 0) throw new Error('too many results')
      // The newest blocks' logs are missing: nodes index them after the blocks themselves.
      const indexed = blocks.length - random(Number(finalDepth))
      return blocks
        .slice(Number(fromBlock), Math.min(Number(toBlock) + 1, indexed))
        .flatMap(({ events }) => events.filter(({ sender }) => pad(sender) === topics[2]))
        .map(toLog)
    },
  }
  const rpc = { call: async (method: string, params: never) => answers[method]!(params) } as SmartChain['rpc']
  return {
    chain: { id: chainId, paymaster, isLocal: false, rpc } as unknown as SmartChain,
    ran: () => blocks.flatMap(({ events }) => events),
    now: () => blocks.at(-1)!.timestamp,
    head: () => BigInt(blocks.length - 1),
    sign: (op: Signed) => void signed.push(op),
    nextNonce: (sender: Hex) => BigInt(usedNonces.get(sender)!.size),
    setFailing: (isFailing: boolean) => {
      failingLogs = isFailing
    },
    mine(seconds: number) {
      const timestamp = blocks.at(-1)!.timestamp + BigInt(seconds)
      const block: Block = { timestamp, events: [] }
      blocks.push(block)
      const final = blocks.at(-Number(finalDepth))?.timestamp ?? 0n
      signed = signed.filter(({ validUntil }) => validUntil >= final)
      for (const { sender, nonce, cost, validUntil } of signed) {
        if (validUntil < timestamp || random(4) !== 0 || usedNonces.get(sender)!.has(nonce)) continue
        usedNonces.get(sender)!.add(nonce)
        block.events.push({ sender, nonce, cost: (cost * BigInt(random(100) + 1)) / 100n })
      }
    },
    reorganize() {
      // Validators wait for the slot: the new blocks have the old ones' times.
      const dropped = blocks.splice(Math.max(1, blocks.length - random(Number(finalDepth))))
      for (const { sender, nonce } of dropped.flatMap(({ events }) => events)) usedNonces.get(sender)!.delete(nonce)
      for (const { timestamp } of dropped) this.mine(Number(timestamp - blocks.at(-1)!.timestamp))
    },
  }
}

const toLog = ({ sender, nonce, cost }: Event) => ({
  address: smartAccountContracts.entryPoint,
  topics: [operationTopic, zeroHash, pad(sender), pad(paymaster)],
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [nonce, true, cost, 1n],
  ),
})

test('reserves and spends at most the budget, never less than the entry point took', {
  timeout: 60_000 + 1_000 * reservations,
}, async () => {
  const [seed] = fc.sample(fc.integer({ min: 1 }), {
    numRuns: 1,
    ...(process.env.LEDGER_SEED && { seed: Number(process.env.LEDGER_SEED) }),
  })
  const random = createRandom(seed!)
  const accounts = Array.from({ length: 40 }, (_, at) => pad(numberToHex(at + 1), { size: 20 }))
  const network = createChain(random, accounts)
  const log = createLog('silent')
  // Makes every row due again in the next pass.
  let passes = 0
  const retries = createRetries({ loop: 'ledger', register: new Registry(), log, now: () => (passes += 1_000_000) })
  const ranges: LogRanges = new Map()
  const date = () => new Date(Number(network.now()) * 1000)

  const promise = async (db: (typeof servers)[number]) => {
    const sender = accounts[random(accounts.length)]!
    const nonce = network.nextNonce(sender) + BigInt(random(5) === 0 ? random(3) : 0)
    const op = { sender, nonce, cost: BigInt(random(400) + 1), validUntil: network.now() + 120n }
    const projectId = budgets[random(2)]!.project_id
    try {
      await reserve(
        db,
        { chainId, projectId, op, cost: op.cost, validUntil: op.validUntil, head: network.head() },
        date(),
      )
      network.sign(op)
      return true
    } catch (e) {
      if (!(e as Error).message.match(/budget|sponsored operations|Another project|already run/)) throw e
      return false
    }
  }
  const checkLedger = async () => {
    const db = servers[0]!
    for (const budget of budgets)
      expect(await usedOf(db, budget, date()), `seed ${seed}`).toBeLessThanOrEqual(BigInt(budget.budget))
    const rows = await db.selectFrom('sponsorships').selectAll().where('status', '<>', 'released').execute()
    const promised = new Map(rows.map((row) => [`0x${row.sender.toString('hex')}/${row.nonce}`, row]))
    for (const { sender, nonce, cost } of network.ran()) {
      const row = promised.get(`${sender}/${nonce}`)
      expect(BigInt(row?.cost ?? 0), `${sender}/${nonce}, seed ${seed}`).toBeGreaterThanOrEqual(cost)
    }
  }

  let made = 0
  for (let step = 0; made < reservations; step++) {
    const results = await Promise.all(Array.from({ length: 8 }, (_, at) => promise(servers[at % 2]!)))
    made += results.filter(Boolean).length
    const blocks = random(6)
    for (let at = 0; at < blocks; at++) network.mine(random(40) + 1)
    if (random(10) === 0) network.mine(86_400)
    if (random(4) === 0) network.reorganize()
    network.setFailing(random(3) === 0)
    if (random(2) === 0) await settleExpired(servers[step % 2]!, network.chain, retries, ranges)
    if (step % 10 === 0) await checkLedger()
  }
  network.setFailing(false)
  for (let at = 0; at < 40; at++) network.mine(60)
  await settleExpired(servers[0]!, network.chain, retries, ranges)
  await checkLedger()
  const rows = await servers[0]!.selectFrom('sponsorships').selectAll().where('status', '<>', 'released').execute()
  const costs = new Map(network.ran().map(({ sender, nonce, cost }) => [`${sender}/${nonce}`, cost]))
  for (const { sender, nonce, cost, status } of rows)
    expect({ status, cost: BigInt(cost) }).toEqual({
      status: 'spent',
      cost: costs.get(`0x${sender.toString('hex')}/${nonce}`),
    })
  expect(rows).toHaveLength(costs.size)

  const before = await usedOf(servers[0]!, budgets[1], date())
  await deleteOldSponsorships(servers[0]!, 90, new Date(date().getTime() + 70 * 86_400_000))
  expect(await servers[0]!.selectFrom('sponsorships').selectAll().execute()).not.toEqual([])
  await deleteOldSponsorships(servers[0]!, 62, new Date(date().getTime() + 70 * 86_400_000))
  expect(await usedOf(servers[0]!, budgets[1], date())).toBe(before)
  expect(await servers[0]!.selectFrom('sponsorships').selectAll().execute()).toEqual([])
})

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): Random {
  let state = seed
  return (max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}
