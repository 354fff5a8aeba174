import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Hex, keccak256, numberToHex, parseEther, parseGwei, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { createLog } from '../log/createLog.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { createRelayer } from './createRelayer.ts'
import { sendAgain, settleOperation } from './settleOperations.ts'
import { finalDepth, type SmartChain } from './smartChain.ts'

// Local development chains replace transactions by their own rules and keep their base fee; this node has Geth's.
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

type Sent = { hash: Hex; to: Hex | null | undefined; nonce: number; maxFee: bigint; tip: bigint; gas: bigint }

function createGethNode(startFee: bigint) {
  const pool = new Map<number, Sent>()
  const receipts = new Map<Hex, object>()
  let [baseFee, mined, height] = [startFee, 0, 100n]
  const minedBy = new Map<bigint, number>()
  const refuse = (message: string) => new RpcError({ code: -32000, message })
  function take(raw: Hex) {
    const { nonce = 0, to, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, gas = 0n } = parseTransaction(raw)
    const sent = { hash: keccak256(raw), to, nonce, maxFee: maxFeePerGas, tip: maxPriorityFeePerGas, gas }
    if (nonce < mined) throw refuse('nonce too low')
    if (sent.tip > sent.maxFee) throw refuse('max priority fee per gas higher than max fee per gas')
    const old = pool.get(nonce)
    if (old?.hash === sent.hash) throw refuse('already known')
    // Like Geth's legacypool: both fees must rise, by at least a tenth.
    const isBelow = (now: bigint, before: bigint) => now <= before || now < (before * 110n) / 100n
    if (old && (isBelow(sent.maxFee, old.maxFee) || isBelow(sent.tip, old.tip)))
      throw refuse('replacement transaction underpriced')
    pool.set(nonce, sent)
    return sent.hash
  }
  const answers: Record<string, (params: Hex[]) => unknown> = {
    eth_blockNumber: () => numberToHex(height),
    eth_getBlockByNumber: () => ({
      baseFeePerGas: numberToHex(baseFee),
      timestamp: '0x1',
      number: numberToHex(height),
    }),
    eth_maxPriorityFeePerGas: () => '0x0',
    eth_getBalance: () => numberToHex(parseEther('1000')),
    eth_call: () => '0x',
    eth_getTransactionReceipt: ([hash]) => receipts.get(hash!) ?? null,
    eth_getTransactionCount: ([, tag]: string[]) => {
      let count = tag?.startsWith('0x') ? (minedBy.get(BigInt(tag)) ?? 0) : mined
      if (tag === 'pending') while (pool.has(count)) count++
      return numberToHex(count)
    },
    eth_sendRawTransaction: ([raw]) => take(raw!),
  }
  return {
    pool,
    setBaseFee: (fee: bigint) => {
      baseFee = fee
    },
    /**
     * A full block: it takes transactions that pay the base fee, in nonce order, and raises the base fee by an eighth.
     */
    mine() {
      height += 1n
      for (let sent = pool.get(mined); sent && sent.maxFee >= baseFee; sent = pool.get(mined)) {
        const price = baseFee + sent.tip < sent.maxFee ? baseFee + sent.tip : sent.maxFee
        const isEmpty = sent.to?.toLowerCase() !== smartAccountContracts.entryPoint.toLowerCase()
        receipts.set(sent.hash, {
          ...{
            status: isEmpty ? '0x1' : '0x0',
            logs: [],
            transactionHash: sent.hash,
            blockNumber: numberToHex(height),
          },
          ...{ gasUsed: numberToHex(isEmpty ? 21_000n : 90_000n), effectiveGasPrice: numberToHex(price) },
        })
        pool.delete(mined++)
      }
      minedBy.set(height, mined)
      baseFee += baseFee / 8n
    },
    rpc: { call: async (method: string, params: Hex[]) => answers[method]!(params) } as unknown as SmartChain['rpc'],
  }
}

const operation = (nonce: bigint, baseFee: bigint): UserOperation => ({
  ...{ sender: `0x${'5e'.repeat(20)}`, nonce, factoryData: '0x', callData: '0x', signature: `0x${'11'.repeat(65)}` },
  ...{ callGasLimit: 30_000n, verificationGasLimit: 80_000n, preVerificationGas: 60_000n },
  // The minimum accepted if the chain's usual tip is zero.
  ...{ maxFeePerGas: baseFee + baseFee / 4n, maxPriorityFeePerGas: 0n },
  ...{ paymasterVerificationGasLimit: 0n, paymasterPostOpGasLimit: 0n, paymasterData: '0x' },
})

async function start(baseFee: bigint) {
  const { db } = await cluster.create()
  const log = createLog('silent')
  const node = createGethNode(baseFee)
  const deps = { db, log, relayer: createRelayer({ db, log, account: privateKeyToAccount(generatePrivateKey()) }) }
  const chain = {
    ...{ id: 'eip155:1', chainId: 1n, name: 'Ethereum', kind: '7702', overheadGas: 0n, isLocal: false },
    ...{ maxLossPerDay: parseEther('1'), rpc: node.rpc },
  } as SmartChain
  const hashOf = (nonce: bigint): Hex => numberToHex(nonce + 1n, { size: 32 })
  const send = (nonce: bigint) => {
    const sent = { op: operation(nonce, baseFee), hash: hashOf(nonce), projectId: 'shop' }
    return deps.relayer.submit(chain, sent, AbortSignal.timeout(10_000))
  }
  const row = (nonce: bigint) =>
    db
      .selectFrom('user_operations')
      .selectAll()
      .where('hash', '=', Buffer.from(hashOf(nonce).slice(2), 'hex'))
      .executeTakeFirstOrThrow()
  return { node, send, row, deps, chain }
}

test('mines the cheapest accepted operation even if the base fee climbs for five blocks first', async () => {
  const { node, send } = await start(parseGwei('10'))
  await send(0n)
  const sent = node.pool.get(0)!
  for (let block = 0; block < 5; block++) {
    node.pool.clear()
    node.mine()
  }
  node.pool.set(0, sent)
  node.mine()
  expect(node.pool.size).toBe(0)
})

test('replaces a stuck transaction without a tip under Geth’s rules, so that later ones go through', async () => {
  const { node, send, row, deps, chain } = await start(parseGwei('10'))
  await send(0n)
  await send(1n)
  const first = node.pool.get(0)!
  for (let attempt = 1; attempt <= 4; attempt++) {
    // Faster than any offered fee: no block takes it.
    node.setBaseFee(parseGwei('1000') * 3n ** BigInt(attempt))
    const { hash } = node.pool.get(0)!
    await sendAgain(deps, chain, await row(0n), Date.now() + attempt * 31_000)
    expect(node.pool.get(0)!.hash, `attempt ${attempt} replaced the one before it`).not.toBe(hash)
    if (attempt < 4) expect(node.pool.get(0)!.to).toBe(first.to)
    node.setBaseFee(parseGwei('1000') * 9n ** BigInt(attempt))
    node.mine()
  }
  expect(node.pool.get(0)!.to?.toLowerCase()).toBe(deps.relayer.address.toLowerCase())
  expect(node.pool.get(0)!.gas).toBe(21_000n)
  node.setBaseFee(parseGwei('10'))
  node.mine()
  expect(node.pool.size, 'the one behind it was mined, too').toBe(0)
  // A reorganization may put the operation in place of the empty transaction.
  expect(await settleOperation(deps, chain, await row(0n))).toMatchObject({ status: 'sent', is_final: false })
  const { raw_transaction } = await row(0n)
  await sendAgain(deps, chain, await row(0n), Date.now() + 600_000)
  expect((await row(0n)).raw_transaction, 'nothing is sent for a nonce that is used').toEqual(raw_transaction)
  for (let block = 0n; block < finalDepth; block++) node.mine()
  const settled = await settleOperation(deps, chain, await row(0n))
  expect(settled).toMatchObject({ status: 'failed', is_final: true })
  // The cost of the empty transaction counts toward the day's limit.
  expect(BigInt(settled.relayer_cost!)).toBeGreaterThan(0n)
})
