import { describe, expect, it } from 'vitest'
import { type EvmTx, evmWorld, hex } from '../../../test/evmWorld.ts'
import { writeCall } from './evmCall.ts'
import { swapCalls } from './swapCalls.ts'
import { findTransactionStatus } from './transactionStatus.ts'

const me = '0x52908400098527886E0F7030069857D2E4169EE7'
const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const token = '0x1111111111111111111111111111111111111111'
const entryPoint = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'
const call = writeCall({ from: me, to: friend, value: 1n, data: '0x' })
const name = (letter: string) => `0x${letter.repeat(64)}`
const own: EvmTx = { hash: name('a'), from: me, to: friend, value: 1n, input: '0x', nonce: 0 }
const faster: EvmTx = { ...own, hash: name('b') }
const cancel: EvmTx = { ...own, hash: name('c'), to: me, value: 0n }
const sent = { hash: own.hash, from: me, call, trace: { nonce: 0, block: '10' } }
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0').toLowerCase()}`
const word = (value: bigint | number) => value.toString(16).padStart(64, '0')

describe('a transaction whose nonce was used', () => {
  it('is found as replaced, however many blocks ago, in a few dozen requests', async () => {
    const { world, mine, askNode } = evmWorld()
    mine(cancel)
    world.head += 200_000
    let requests = 0
    const ask = async (question: unknown) => {
      requests += 1
      return askNode({})(question)
    }
    expect(await findTransactionStatus(sent, ask)).toMatchObject({
      state: 'replaced',
      by: cancel.hash,
      same: false,
      isFinal: true,
    })
    expect(requests).toBeLessThan(60)
  })

  it('is the same payment if the same call went through at another price', async () => {
    const { world, mine, askNode } = evmWorld()
    mine(faster)
    world.head += 3000
    const status = await findTransactionStatus(sent, askNode({}))
    expect(status).toMatchObject({ state: 'replaced', by: faster.hash, same: true, succeeded: true })
  })

  it('is found within a pruned node’s memory, otherwise stays open', async () => {
    const { world, mine, askNode } = evmWorld()
    world.head += 5000
    mine(cancel)
    world.head += 100
    expect(await findTransactionStatus(sent, askNode({ keeps: 128 }))).toMatchObject({
      state: 'replaced',
      by: cancel.hash,
    })
    world.head += 100
    expect(await findTransactionStatus(sent, askNode({ keeps: 128 }))).toEqual({ state: 'overtaken' })
  })

  it('is not its own replacement if a node has its block before its receipt', async () => {
    const { mine, askNode, world } = evmWorld()
    mine(own)
    const node = { hasReceipt: () => false }
    const ask = async (question: { method: string }) =>
      question.method === 'eth_getTransactionByHash' ? null : askNode(node)(question)
    expect(await findTransactionStatus(sent, ask as never)).toEqual({ state: 'pending' })
    world.head += 30
    expect(await findTransactionStatus(sent, ask as never)).toEqual({ state: 'pending' })
  })

  it('waits for a replacement’s receipt before reporting its outcome', async () => {
    const { mine, askNode } = evmWorld()
    mine(faster)
    expect(await findTransactionStatus(sent, askNode({ hasReceipt: () => false }))).toEqual({ state: 'pending' })
  })

  it('is final only once the replacement’s block is', async () => {
    const { world, mine, askNode } = evmWorld()
    mine(cancel)
    expect(await findTransactionStatus(sent, askNode({}))).toMatchObject({ state: 'replaced', isFinal: false })
    world.head += world.finalDepth
    expect(await findTransactionStatus(sent, askNode({}))).toMatchObject({ state: 'replaced', isFinal: true })
  })
})

describe('a receipt', () => {
  const bundle = (logs: EvmTx['logs'], over: Partial<EvmTx> = {}): EvmTx => ({
    ...{ hash: own.hash, from: friend, to: entryPoint, value: 0n, input: '0x', nonce: 0, logs: logs ?? [] },
    ...over,
  })
  const operation = (succeeded: boolean, { sender = me, address = entryPoint } = {}) => ({
    address,
    topics: ['0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', name('1'), topic(sender), topic(me)],
    data: `0x${word(0)}${word(succeeded ? 1 : 0)}${word(0)}${word(0)}`,
  })
  const safe = (event: string, address = me) => ({ address, topics: [event], data: `0x${word(1)}${word(0)}` })
  const failure = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
  const success = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
  const look = async (tx: EvmTx, gain?: { owner: string; token?: string }) => {
    const { mine, askNode } = evmWorld()
    mine(tx)
    const ask = async (question: { method: string }) =>
      question.method === 'eth_getCode' ? '0x60' : askNode({})(question)
    return findTransactionStatus({ ...sent, trace: { block: '10' }, ...(gain ? { gain } : {}) }, ask as never)
  }

  it.each<[string, EvmTx['logs'], object]>([
    ['an operation that went through', [operation(true)], { state: 'included', succeeded: true }],
    ['an operation that reverted in a bundle that did not', [operation(false)], { succeeded: false }],
    [
      'someone else’s operation that reverted',
      [operation(false, { sender: friend }), operation(true)],
      { succeeded: true },
    ],
    ['a lie that another contract logs', [operation(false, { address: token }), operation(true)], { succeeded: true }],
    ['two operations of the account that went differently', [operation(true), operation(false)], { state: 'pending' }],
    ['a Safe that carried its call out', [safe(success)], { succeeded: true }],
    ['a Safe whose call failed', [safe(failure)], { succeeded: false }],
    ['another Safe whose call failed', [safe(failure, friend)], { succeeded: true }],
  ])('reports %s', async (_, logs, expected) => {
    expect(await look(bundle(logs))).toMatchObject(expected)
  })

  it('reports the received amount of a token, by its own transfers only', async () => {
    const moved = (from: string, to: string, amount: bigint, address = token) => ({
      address,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(from), topic(to)],
      data: `0x${word(amount)}`,
    })
    const logs = [moved(friend, me, 2_985_694_212n), moved(me, friend, 12n), moved(friend, me, 9n, friend)]
    const status = await look({ ...own, logs }, { owner: me, token })
    expect(status).toMatchObject({ succeeded: true, arrived: '2985694200' })
    expect(await look(own, { owner: me, token })).not.toHaveProperty('arrived')
  })

  it('reports the received coins by the balance around its block, unless something else happened there', async () => {
    const balances = async (txs: readonly EvmTx[]) => {
      const { mine, askNode, world } = evmWorld()
      mine(...txs)
      const ask = async (question: { method: string; params: unknown[] }) =>
        question.method === 'eth_getBalance'
          ? hex(10n ** 18n + (Number(question.params[1]) >= world.head ? 500n - 21_000n - 1n : 0n))
          : askNode({})(question)
      return findTransactionStatus({ ...sent, gain: { owner: me } }, ask as never)
    }
    expect(await balances([own])).toMatchObject({ arrived: '500' })
    expect(await balances([own, { ...own, hash: name('d'), nonce: 1 }])).not.toHaveProperty('arrived')
  })
})

describe('a batch', () => {
  const { readStatus } = swapCalls.batches!
  const hash = name('a')
  it.each<[string, unknown, object]>([
    ['in the draft’s words', { status: 'CONFIRMED', receipts: [{ transactionHash: hash }] }, { state: 'done', hash }],
    [
      'whose calls reverted',
      { status: 'CONFIRMED', receipts: [{ transactionHash: hash, status: '0x0' }] },
      { state: 'failed', hash },
    ],
    [
      'whose calls reverted, in the final words',
      { status: 200, receipts: [{ transactionHash: hash, status: '0x0' }] },
      { state: 'failed', hash },
    ],
    ['that reverted', { status: 500 }, { state: 'failed' }],
    ['that never left the wallet', { status: 400 }, { state: 'unsent' }],
    ['that a bundler does not have yet', null, { state: 'waiting' }],
    [
      'by a bundler’s receipt',
      { userOpHash: name('1'), success: true, receipt: { transactionHash: hash } },
      { state: 'done', hash },
    ],
    [
      'by a bundler’s receipt of a revert',
      { userOpHash: name('1'), success: false, receipt: { transactionHash: hash } },
      { state: 'failed', hash },
    ],
  ])('reads %s', (_, answer, expected) => {
    expect(readStatus(answer)).toEqual(expected)
  })
})
