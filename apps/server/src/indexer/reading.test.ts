import { KitError } from '@billfold/protocol/error'
import { describe, expect, it } from 'vitest'
import { createPretendChain } from '../../test/pretendChain.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { createLogReader } from './createLogReader.ts'
import { createTracer, ofCallTree } from './createTracer.ts'
import { eventTopics } from './eventTopics.ts'
import type { Hex } from './indexRows.ts'
import { blockNumber, type NodeBlock } from './nodeAnswers.ts'
import { createQueryNode, isMethodMissing, isPermanentError, NodeResponseError } from './queryNode.ts'
import { createBlockReader } from './readBlocks.ts'

const [ann, ben, cat]: Hex[] = ['1', '2', '3'].map((digit): Hex => `0x${digit.repeat(40)}`) as Hex[]
const word = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`
const never = new AbortController().signal
type Call = (method: string, params: readonly unknown[]) => Promise<unknown>
const asking = (call: Call, deadlineMs?: number) => createQueryNode({ call: call as never }, never, deadlineMs)
const paid = (amount: bigint) => ({ from: ann!, transfers: [{ from: ann!, to: ben!, amount, token: cat! }] })

describe('a node request', () => {
  it('ends at its deadline, even if the transport does not', async () => {
    const ask = asking(() => new Promise(() => {}), 20)
    await expect(ask(blockNumber, 'eth_blockNumber', [])).rejects.toMatchObject({ code: 'timeout' })
  })
  it('ends when aborted', async () => {
    const stop = new AbortController()
    const response = createQueryNode({ call: () => new Promise(() => {}) }, stop.signal)(blockNumber, 'x', [])
    stop.abort()
    await expect(response).rejects.toMatchObject({ code: 'aborted' })
  })
  it.each([null, 12, '12', '0x', '0xzz', '0xffffffffffffffff', {}, []])('rejects %o', async (answer) => {
    await expect(asking(async () => answer)(blockNumber, 'x', [])).rejects.toThrow(NodeResponseError)
  })
  it.each([
    [new RpcError({ code: -32601, message: 'nope' }), true],
    [new RpcError({ code: -32600, message: 'The method trace_block does not exist/is not available' }), true],
    [new RpcError({ code: -32000, message: 'missing trie node' }), false],
    [new KitError('timeout'), false],
  ])('recognizes a missing method: %s', (error, isMissing) => expect(isMethodMissing(error)).toBe(isMissing))
})

it.each([
  [new RpcError({ code: 3, message: 'execution reverted' }), true],
  [new RpcError({ code: -32000, message: 'missing trie node' }), true],
  [new KitError('body_too_large'), true],
  [new RpcError({ code: -32005, message: 'limit exceeded' }), false],
  [new RpcError({ code: -32000, message: 'Your app has exceeded its compute units per second capacity' }), false],
  [new KitError('unavailable'), false],
  [new NodeResponseError('nonsense'), false],
])("does not take a busy node's error as permanent: %s", (e, isLast) => expect(isPermanentError(e)).toBe(isLast))

describe('logs', () => {
  it('are requested in halves if they are too many, without loss or duplicates', async () => {
    const chain = createPretendChain({ maxLogs: 7 })
    for (let i = 0; i < 100; i++) chain.mine([paid(1n), ...(i % 5 === 0 ? [paid(2n), paid(3n)] : [])])
    let calls = 0
    const read = createLogReader(
      asking((...args) => {
        calls++
        return chain.call(...args)
      }),
    )
    const logs = await read(0, 100, { topics: [[eventTopics.transfer]] })
    expect(logs).toHaveLength(140)
    expect(new Set(logs.map((log) => `${log.blockNumber}/${log.logIndex}`)).size).toBe(140)
    expect(calls).toBeLessThan(100)
  })
  it('that one block has too many of come from its receipts, or are an error, but never an endless loop', async () => {
    const chain = createPretendChain({ maxLogs: 1 })
    chain.mine([paid(1n), paid(2n)])
    const topics = [[eventTopics.transfer, eventTopics.approval], null, word(ben!)]
    expect(await createLogReader(asking(chain.call))(0, 1, { topics })).toHaveLength(2)
    expect(await createLogReader(asking(chain.call))(0, 1, { topics: [null, word(ben!)] })).toHaveLength(0)
    const old: Call = (method, params) => chain.call(method === 'eth_getBlockReceipts' ? 'eth_nothing' : method, params)
    await expect(createLogReader(asking(old))(0, 1, { topics })).rejects.toThrow('more than 1 results')
  })
  it('of unrequested blocks are rejected', async () => {
    const chain = createPretendChain()
    chain.mine([paid(1n)])
    const moved: Call = async (method, params) =>
      (await chain.call<object[]>(method, params)).map((log) => ({ ...log, blockNumber: '0x63' }))
    await expect(createLogReader(asking(moved))(0, 1, { topics: [] })).rejects.toThrow(NodeResponseError)
  })
})

describe('blocks', () => {
  const readerOf = (call: Call) => createBlockReader(asking(call), createLogReader(asking(call)), undefined)
  const lying = (change: (method: string, answer: never) => unknown) => {
    const chain = createPretendChain()
    for (let i = 0; i < 4; i++) chain.mine([paid(1n), paid(2n)])
    return readerOf(async (method, params) => change(method, await chain.call(method, params)))
  }
  it('come with their logs and receipts', async () => {
    const read = lying((_, answer) => answer)
    const blocks = await read(1, 4, 'everyone')
    expect(blocks.map(({ logs, receipts }) => [logs.size, receipts.size])).toEqual(Array(4).fill([2, 2]))
  })
  it.each<[string, (method: string, answer: never) => unknown]>([
    [
      'that do not follow each other',
      (m, a: object) => (m === 'eth_getBlockByNumber' ? { ...a, parentHash: `0x${'9'.repeat(64)}` } : a),
    ],
    ['of another number', (m, a: object) => (m === 'eth_getBlockByNumber' ? { ...a, number: '0x99' } : a)],
    [
      'with logs of another history',
      (m, a: object[]) => (m === 'eth_getLogs' ? a.map((l) => ({ ...l, blockHash: `0x${'9'.repeat(64)}` })) : a),
    ],
    ['the same log twice', (m, a: object[]) => (m === 'eth_getLogs' ? [...a, ...a] : a)],
    [
      'with receipts of another history',
      (m, a: object[]) =>
        m === 'eth_getBlockReceipts' ? a.map((r) => ({ ...r, blockHash: `0x${'9'.repeat(64)}` })) : a,
    ],
    ['with no receipts', (m, a) => (m === 'eth_getBlockReceipts' ? null : a)],
    ['with wrong types', (m, a: object) => (m === 'eth_getBlockByNumber' ? { ...a, transactions: 'many' } : a)],
    [
      'with amounts that are none',
      (m, a: object[]) => (m === 'eth_getLogs' ? a.map((l) => ({ ...l, data: 'NaN' })) : a),
    ],
  ])('%s are rejected', async (_, change) => {
    await expect(lying(change as never)(1, 4, 'everyone')).rejects.toThrow(NodeResponseError)
  })
  it('are read from nodes that return receipts only one by one', async () => {
    const chain = createPretendChain()
    chain.mine([paid(1n), { ...paid(2n), fails: true }])
    const old: Call = (method, params) => chain.call(method === 'eth_getBlockReceipts' ? 'eth_nothing' : method, params)
    const [block] = await readerOf(old)(1, 1, 'everyone')
    expect([...block!.receipts.values()].map(({ status }) => status)).toEqual(['0x1', '0x0'])
  })
  it("end at the node's head", async () => {
    const chain = createPretendChain()
    chain.mine([])
    expect(await readerOf(chain.call)(1, 5, 'everyone')).toHaveLength(1)
  })
})

describe('traces', () => {
  const tx = (i: number) => `0x${String(i).repeat(64)}` as Hex
  const transaction = { from: ann!, to: ben!, value: 5n, nonce: 0, input: '0x01', blockHash: tx(9) } as const
  const block: NodeBlock = {
    number: 1,
    hash: tx(9),
    parentHash: tx(8),
    timestamp: '0x1',
    transactions: [
      { ...transaction, hash: tx(1), gas: 90_000n, transactionIndex: 0 },
      { ...transaction, hash: tx(2), gas: 21_000n, transactionIndex: 1 },
    ],
  }
  const tree = {
    type: 'CALL',
    from: ann,
    to: ben,
    value: '0x5',
    calls: [
      {
        type: 'CALL',
        from: ben,
        to: cat,
        value: '0x3',
        calls: [{ type: 'DELEGATECALL', from: cat, to: ann, value: '0x3' }],
      },
      {
        type: 'CALL',
        from: ben,
        to: ann,
        value: '0x9',
        error: 'execution reverted',
        calls: [{ type: 'CALL', from: ann, to: cat, value: '0x1' }],
      },
      { type: 'STATICCALL', from: ben, to: cat },
      { type: 'CALL', from: ben, to: ann, value: '0x0' },
    ],
  }
  const moved = [{ sender: ben, recipient: cat, amount: 3n }]
  const parity = [
    {
      type: 'call',
      action: { callType: 'call', from: ann, to: ben, value: '0x5' },
      traceAddress: [],
      transactionHash: tx(1),
    },
    {
      type: 'call',
      action: { callType: 'call', from: ben, to: cat, value: '0x3' },
      traceAddress: [0],
      transactionHash: tx(1),
    },
    {
      type: 'call',
      action: { callType: 'call', from: ben, to: ann, value: '0x9' },
      error: 'Reverted',
      traceAddress: [1],
      transactionHash: tx(1),
    },
    {
      type: 'call',
      action: { callType: 'call', from: ann, to: cat, value: '0x1' },
      traceAddress: [1, 0],
      transactionHash: tx(1),
    },
    { type: 'reward', action: { author: ann, value: '0x1' }, traceAddress: [], transactionHash: null },
  ]
  const nodeWith =
    (methods: Record<string, unknown>): Call =>
    async (method) => {
      if (method in methods) return methods[method]
      throw new RpcError({ code: -32601, message: `the method ${method} does not exist/is not available` })
    }
  it.each([
    ['trace_block', parity],
    ['debug_traceBlockByNumber', [{ result: tree }, { result: { type: 'CALL', from: ann, to: ben, value: '0x5' } }]],
    ['debug_traceTransaction', tree],
  ])('are read by %s', async (method, answer) => {
    expect(await createTracer(asking(nodeWith({ [method]: answer })))(block)).toEqual(new Map([[tx(1), moved]]))
  })
  it('are empty if the node does not support tracing, however many blocks ask at once', async () => {
    const calls: string[] = []
    const none = createTracer(
      asking((method, params) => {
        calls.push(method)
        return nodeWith({})(method, params)
      }),
    )
    expect(await Promise.all([none(block), none(block)])).toEqual([new Map(), new Map()])
    calls.length = 0
    await none(block)
    expect(calls).toEqual([])
  })
  it('are rejected if malformed, and read however deep they are', () => {
    expect(() => ofCallTree({ type: 'CALL' })).toThrow(NodeResponseError)
    let deep: object = { type: 'CALL', from: ben, to: cat, value: '0x1' }
    for (let i = 0; i < 3_000; i++) deep = { type: 'CALL', from: ann, to: ben, calls: [deep] }
    expect(ofCallTree(deep)).toEqual([{ sender: ben, recipient: cat, amount: 1n }])
  })
})
