import { relayerAccount } from '@billfold/devnet/eip155/deploy/serviceAccounts'
import { callsStatus, writeCallsId } from '@billfold/frame/smart/callsStatus'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { encodeErrorResult, type Hex, parseAbi, parseEther, toBytes } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSmartKey, prepareSigned, type SmartKey } from '../../test/smartKeys.ts'
import { startSmartNetwork } from '../../test/startSmartNetwork.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { createRetries } from '../process/createRetries.ts'
import { createRelayer } from './createRelayer.ts'
import { followOnce } from './followOperations.ts'
import { sendAgain, settleOperation } from './settleOperations.ts'

let network: Awaited<ReturnType<typeof startSmartNetwork>>
let server: ReturnType<typeof network.startServer>
beforeAll(async () => {
  network = await startSmartNetwork()
  server = network.startServer()
  await Promise.all([31337, 31338].map((id) => network.setBudget(id)))
})
afterAll(() => network.stop())

const prepare = (key: SmartKey, chainId: number, data?: Hex, to?: Hex) => prepareSigned(server, key, chainId, data, to)

test('is paid back by an operation, however much data it carries', async () => {
  const key = newSmartKey(31337)
  const balance = async () => BigInt(await network.node<Hex>(31337, 'eth_getBalance', [network.relayer, 'latest']))
  for (const bytes of [0, 10_000, 60_000]) {
    const { op } = await prepare(key, 31337, `0x${'ff'.repeat(bytes)}`)
    const before = await balance()
    const hash = await server.send(31337, key.signed(op))
    const receipt = (await server.chain(31337).bundler('eth_getUserOperationReceipt', [hash])) as { success: boolean }
    expect(receipt.success).toBe(true)
    expect(await balance(), `${bytes} bytes`).toBeGreaterThanOrEqual(before)
  }
})

test('stops sending on a chain after it lost its limit for a day', async () => {
  const key = newSmartKey(31338)
  const { op } = await prepare(key, 31338)
  const hash = await server.send(31338, key.signed(op))
  const setCost = (cost: string | null) =>
    network.db
      .updateTable('user_operations')
      .set({ relayer_cost: cost, is_final: true })
      .where('hash', '=', Buffer.from(toBytes(hash)))
      .execute()
  await setCost(String(parseEther('0.05')))
  const other = newSmartKey(31338)
  const prepared = await prepare(other, 31338)
  await expect(server.send(31338, other.signed(prepared.op))).rejects.toThrow('Too many operations failed')
  await setCost(null)
  await server.send(31338, other.signed(prepared.op))
})

test('shares its key between two servers: every operation is mined, each with its own nonce', async () => {
  const second = network.startServer()
  const keys = Array.from({ length: 8 }, () => newSmartKey(31337))
  const prepared = await Promise.all(keys.map((key) => prepare(key, 31337)))
  const before = Number(await network.node<Hex>(31337, 'eth_getTransactionCount', [network.relayer, 'latest']))
  const hashes = await Promise.all(
    keys.map((key, at) => (at % 2 === 0 ? server : second).send(31337, key.signed(prepared[at]!.op))),
  )
  // Either server knows every operation.
  for (const hash of hashes)
    expect(await callsStatus(writeCallsId({ chainId: 31337n, hash }), second.chain(31337).bundler)).toMatchObject({
      status: 200,
    })
  const nonces = await network.db
    .selectFrom('user_operations')
    .select('relayer_nonce')
    .where(
      'hash',
      'in',
      hashes.map((hash) => Buffer.from(toBytes(hash))),
    )
    .orderBy('relayer_nonce')
    .execute()
  expect(nonces.map(({ relayer_nonce }) => Number(relayer_nonce))).toEqual(keys.map((_, at) => before + at))
})

test('runs one of two operations with the same nonce, sent to two servers at once', async () => {
  const second = network.startServer()
  const key = newSmartKey(31337)
  const ops = [(await prepare(key, 31337)).op, (await prepare(key, 31337, '0x1234')).op]
  const sent = await Promise.allSettled([
    server.send(31337, key.signed(ops[0]!)),
    second.send(31337, key.signed(ops[1]!)),
  ])
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('queues rejected operations without holding a database connection for each', async () => {
  const { deps, chain } = network.follower(31337)
  // One connection sends, and one is left for everyone else.
  const small = openDatabase({ url: network.databaseUrl, poolSize: 2, statementTimeoutMs: 10_000 })
  const relayer = createRelayer({ db: small.db, log: deps.log, account: relayerAccount })
  const release = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const slow = {
    ...chain,
    rpc: {
      ...chain.rpc,
      async call(method: string, params: readonly unknown[]) {
        if (method === 'eth_getTransactionCount') {
          isHeld.resolve()
          await release.promise
        }
        return chain.rpc.call(method, params)
      },
    },
  } as typeof chain
  const key = newSmartKey(31337)
  const op = key.signed((await prepare(key, 31337)).op)
  const sent = relayer.submit(
    slow,
    { op, hash: `0x${'ab'.repeat(32)}`, projectId: 'shop' },
    AbortSignal.timeout(30_000),
  )
  await isHeld.promise
  const rejected = Array.from({ length: 20 }, () => relayer.quiet(slow))
  const { rows } = await sql<{ answer: number }>`select 1 as answer`.execute(small.db)
  expect(rows).toEqual([{ answer: 1 }])
  release.resolve()
  await Promise.all([sent, ...rejected])
  await small.close()
})

test('reports a low balance clearly, and logs an error', async () => {
  const key = newSmartKey(31337)
  const { op } = await prepare(key, 31337)
  const balance = await network.node<Hex>(31337, 'eth_getBalance', [network.relayer, 'latest'])
  await network.node(31337, 'hardhat_setBalance', [network.relayer, '0x1000'])
  await expect(server.send(31337, key.signed(op))).rejects.toThrow('the balance of its relayer is too low')
  expect(server.lines.join('')).toMatch(/"level":"error".*"relayer balance too low"/)
  await network.node(31337, 'hardhat_setBalance', [network.relayer, balance])
  expect(await server.send(31337, key.signed(op))).toMatch(/^0x/)
})

describe('with slow blocks', () => {
  const chainId = 31337
  const rowOf = (hash: Hex) =>
    network.db
      .selectFrom('user_operations')
      .selectAll()
      .where('hash', '=', Buffer.from(toBytes(hash)))
      .executeTakeFirstOrThrow()
  const statusOf = async (hash: Hex) =>
    (await callsStatus(writeCallsId({ chainId: 31337n, hash }), server.chain(chainId).bundler)).status
  beforeAll(() => network.node(chainId, 'evm_setAutomine', [false]))
  afterAll(() => network.node(chainId, 'evm_setAutomine', [true]))

  test('resends a transaction that no block takes for higher fees, and finds the operation under either hash', async () => {
    const key = newSmartKey(chainId)
    const hash = await server.send(chainId, key.signed((await prepare(key, chainId)).op))
    expect(await statusOf(hash)).toBe(100)
    const { deps, chain } = network.follower(chainId)
    await sendAgain(deps, chain, await rowOf(hash))
    expect((await rowOf(hash)).transactions).toHaveLength(1)
    await sendAgain(deps, chain, await rowOf(hash), Date.now() + 31_000)
    const { transactions, relayer_nonce } = await rowOf(hash)
    expect(transactions).toHaveLength(2)
    await network.node(chainId, 'evm_mine')
    expect(await statusOf(hash)).toBe(200)
    const newer = await network.node<{ nonce: Hex } | null>(chainId, 'eth_getTransactionReceipt', [
      `0x${transactions[1]!.toString('hex')}`,
    ])
    expect(newer).not.toBeNull()
    expect(Number(relayer_nonce)).toBe(
      Number(await network.node<Hex>(chainId, 'eth_getTransactionCount', [network.relayer, 'latest'])) - 1,
    )
  })

  test('replaces a stuck transaction with an empty one, so that the next operation goes through', async () => {
    const stuck = newSmartKey(chainId)
    const hash = await server.send(chainId, stuck.signed((await prepare(stuck, chainId)).op))
    const { deps, chain } = network.follower(chainId)
    for (let attempt = 1; attempt <= 4; attempt++)
      await sendAgain(deps, chain, await rowOf(hash), Date.now() + attempt * 31_000)
    const { relayer_nonce, transactions } = await rowOf(hash)
    expect(transactions).toHaveLength(4)
    await network.node(chainId, 'evm_mine')
    const used = await network.node<Hex>(chainId, 'eth_getTransactionCount', [network.relayer, 'latest'])
    expect(Number(used)).toBe(Number(relayer_nonce) + 1)
    expect(await statusOf(hash)).toBe(400)
    const next = newSmartKey(chainId)
    const nextHash = await server.send(chainId, next.signed((await prepare(next, chainId)).op))
    await network.node(chainId, 'evm_mine')
    expect(await statusOf(nextHash)).toBe(200)
  })

  test('does not resend an operation whose revert the relayer paid for, and counts the cost for the day', async () => {
    const key = newSmartKey(chainId)
    await server.send(chainId, key.signed((await prepare(key, chainId)).op))
    await network.node(chainId, 'evm_mine')
    const { op } = await prepare(key, chainId)
    const noPaymaster = { paymaster: undefined, paymasterVerificationGasLimit: 0n, paymasterData: '0x' } as const
    const signed = key.signed({ ...op, ...noPaymaster })
    const setBalance = (balance: bigint) =>
      network.node(chainId, 'hardhat_setBalance', [key.account.address, `0x${balance.toString(16)}`])
    const before = await network.node<Hex>(chainId, 'eth_getBalance', [network.relayer, 'latest'])
    await setBalance(parseEther('1'))
    const hash = await server.send(chainId, signed)
    // Its owner moves the coins away before the bundle is mined, then returns them.
    await setBalance(0n)
    await network.node(chainId, 'evm_mine')
    expect(await statusOf(hash)).toBe(400)
    await setBalance(parseEther('1'))
    await expect(server.send(chainId, signed)).rejects.toThrow('Sign a new one')
    const { relayer_cost } = await rowOf(hash)
    const after = await network.node<Hex>(chainId, 'eth_getBalance', [network.relayer, 'latest'])
    expect(BigInt(relayer_cost!)).toBe(BigInt(before) - BigInt(after))
    const again = key.signed({ ...op, ...noPaymaster, maxFeePerGas: op.maxFeePerGas + 1n })
    const second = await server.send(chainId, again)
    await network.node(chainId, 'evm_mine')
    expect(await statusOf(second)).toBe(200)
  })

  test('stores a revert reason without its NUL', async () => {
    const key = newSmartKey(chainId)
    const reason = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: ['no\0 way'] })
    const target = key.account.owner.replace(/^0x../, '0x42') as Hex
    const hash = await server.send(chainId, key.signed((await prepare(key, chainId, reason, target)).op))
    // Reverts with the calldata from here on.
    await network.node(chainId, 'hardhat_setCode', [target, '0x365f5f37365ffd'])
    await network.node(chainId, 'evm_mine')
    expect(await statusOf(hash)).toBe(500)
    expect((await rowOf(hash)).receipt).toMatchObject({ success: false, reason: 'no way' })
  })

  test('does not fail an operation whose nonce is counted before its receipt is known', async () => {
    const key = newSmartKey(chainId)
    const hash = await server.send(chainId, key.signed((await prepare(key, chainId)).op))
    const { deps, chain } = network.follower(chainId)
    await network.node(chainId, 'evm_mine')
    // As between a node's new state and its list of receipts.
    const call: typeof chain.rpc.call = async (method, params, signal) =>
      method === 'eth_getTransactionReceipt' ? (null as never) : chain.rpc.call(method, params, signal)
    const early = await settleOperation(deps, { ...chain, rpc: { ...chain.rpc, call } }, await rowOf(hash))
    expect(early.status).not.toBe('failed')
    expect(await statusOf(hash)).toBe(200)
  })

  test('delays no row for one that always fails, and names it in a metric', async () => {
    const keys = [newSmartKey(chainId), newSmartKey(chainId)]
    const hashes: Hex[] = []
    for (const key of keys) hashes.push(await server.send(chainId, key.signed((await prepare(key, chainId)).op)))
    const { deps, chain } = network.follower(chainId)
    // The database rejects this row, as it does a text with a NUL.
    await sql`create function reject() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`.execute(
      network.db,
    )
    await sql`create trigger reject before update on user_operations for each row
      when (old.hash = decode(${sql.lit(hashes[0]!.slice(2))}, 'hex')) execute function reject()`.execute(network.db)
    await network.node(chainId, 'evm_mine')
    let now = Date.now()
    const register = new Registry()
    const retries = createRetries({ loop: 'operations', register, log: deps.log, now: () => now })
    for (const until = now + 3_600_000; now < until; now += 60_000) await followOnce({ ...deps, retries }, chain)
    expect((await rowOf(hashes[1]!)).is_final).toBe(true)
    expect((await rowOf(hashes[0]!)).is_final).toBe(false)
    const metrics = await register.metrics()
    expect(metrics).toMatch(
      new RegExp(`background_row_failures\\{loop="operations",row="eip155:31337/${hashes[0]}"\\} \\d+`),
    )
    expect(metrics).not.toContain(hashes[1])
    await sql`drop function reject cascade`.execute(network.db)
    now += 600_000
    await followOnce({ ...deps, retries }, chain)
    expect((await rowOf(hashes[0]!)).is_final).toBe(true)
    // The server's own loop may have finished the row first: ours then forgets it by its age, at the next failure.
    now += 3_000_000
    await retries.run('another row', () => Promise.reject(new Error('fails')))
    expect(await register.metrics()).not.toContain(hashes[0])
  })

  test('fails an operation whose nonce another transaction used, and accepts it again', async () => {
    const key = newSmartKey(chainId)
    const signed = key.signed((await prepare(key, chainId)).op)
    const hash = await server.send(chainId, signed)
    const [sent] = (await rowOf(hash)).transactions
    await network.node(chainId, 'hardhat_dropTransaction', [`0x${sent!.toString('hex')}`])
    await network.node(chainId, 'hardhat_impersonateAccount', [network.relayer])
    await network.node(chainId, 'eth_sendTransaction', [{ from: network.relayer, to: network.relayer, value: '0x0' }])
    await network.node(chainId, 'evm_mine')
    expect(await statusOf(hash)).toBe(400)
    expect(await rowOf(hash)).toMatchObject({ status: 'failed', is_final: true })
    expect(await server.send(chainId, signed)).toBe(hash)
    await network.node(chainId, 'evm_mine')
    expect(await statusOf(hash)).toBe(200)
  })
})
