import { KitError } from '@billfold/protocol/error'
import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { EvmAddress } from '../chains/serverChain.ts'
import type { ChainRpc, RpcOutcome } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { createReadContracts, multicall3 } from './readContracts.ts'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
])
const signal = new AbortController().signal
const word = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`
const at = (n: number): EvmAddress => `0x${n.toString(16).padStart(40, '0')}`
const calls = (count: number) => Array.from({ length: count }, (_, n) => ({ to: at(n + 1), data: '0x01' as Hex }))

type Answer = (method: string, params: readonly unknown[]) => unknown

/** A node that answers each call by a function; what that throws is the node's error. */
function nodeOf(answer: Answer) {
  const methods: string[] = []
  const batch: ChainRpc['batch'] = async (requests) =>
    requests.map(({ method, params }): RpcOutcome => {
      methods.push(method)
      try {
        return { ok: true, result: answer(method, params) }
      } catch (e) {
        if (e instanceof RpcError) return { ok: false, error: e }
        throw e
      }
    })
  const call = async <T>(method: string, params: readonly unknown[]) => {
    const [outcome] = await batch([{ method, params }])
    if (!outcome!.ok) throw outcome!.error
    return outcome!.result as T
  }
  return { methods, rpc: { call, batch, forward: () => Promise.reject(new Error('not used')) } satisfies ChainRpc }
}

/** A chain where the contract at n returns n, one in `reverts` fails, and one in `burns` takes the whole request with it. */
function chainOf({ reverts = [] as number[], burns = [] as number[], multicall = true }) {
  return nodeOf((method, params) => {
    if (method === 'eth_getCode') return multicall ? '0x60' : '0x'
    const { to, data } = params[0] as { to: EvmAddress; data: Hex }
    const run = (target: EvmAddress) => {
      const n = Number(BigInt(target))
      if (burns.includes(n)) throw new RpcError({ code: -32000, message: 'out of gas' })
      return { success: !reverts.includes(n), returnData: word(n) }
    }
    if (to !== multicall3) {
      const { success, returnData } = run(to)
      if (!success) throw new RpcError({ code: 3, message: 'execution reverted' })
      return returnData
    }
    const [list] = decodeFunctionData({ abi, data }).args
    return encodeFunctionResult({ abi, functionName: 'aggregate3', result: list.map(({ target }) => run(target)) })
  })
}

describe('reading many contracts', () => {
  it('sends one request per chunk, and keeps the order', async () => {
    const { rpc, methods } = chainOf({})
    const results = await createReadContracts(rpc, { chunk: 4 })(calls(10), signal)
    expect(results).toEqual(Array.from({ length: 10 }, (_, n) => word(n + 1)))
    expect(methods).toEqual(['eth_getCode', 'eth_call', 'eth_call', 'eth_call'])
  })

  it('loses only failed ones', async () => {
    const { rpc } = chainOf({ reverts: [2, 9] })
    const results = await createReadContracts(rpc)(calls(10), signal)
    expect(results.flatMap((result, index) => (result === undefined ? [index + 1] : []))).toEqual([2, 9])
  })

  it('isolates one that spoils the rest', async () => {
    const { rpc, methods } = chainOf({ burns: [77] })
    const results = await createReadContracts(rpc)(calls(100), signal)
    expect(results.flatMap((result, index) => (result === undefined ? [index + 1] : []))).toEqual([77])
    expect(methods.length).toBeLessThan(20)
  })

  it('limits its requests for contracts that all fail', async () => {
    const { rpc, methods } = chainOf({ burns: calls(150).map((_, n) => n + 1) })
    expect(await createReadContracts(rpc, { spare: 20 })(calls(150), signal)).toEqual(calls(150).map(() => undefined))
    expect(methods.length).toBeLessThan(30)
  })

  it('batches nothing across a border', async () => {
    const { rpc, methods } = chainOf({ burns: [5] })
    const results = await createReadContracts(rpc)(calls(5), signal, 4)
    expect(results).toEqual([word(1), word(2), word(3), word(4), undefined])
    // The code, one for the four, one for the fifth: the four are read only once.
    expect(methods).toHaveLength(3)
  })

  it('reads one by one without Multicall3, and rarely checks for it again', async () => {
    let now = 0
    const { rpc, methods } = chainOf({ multicall: false, reverts: [2] })
    const read = createReadContracts(rpc, { now: () => now })
    expect(await read(calls(3), signal)).toEqual([word(1), undefined, word(3)])
    await read(calls(1), signal)
    expect(methods.filter((method) => method === 'eth_getCode')).toHaveLength(1)
    now = 700_000
    await read(calls(1), signal)
    expect(methods.filter((method) => method === 'eth_getCode')).toHaveLength(2)
  })

  it.each([
    ['cannot be reached', new KitError('unavailable')],
    ['wants no more questions', new RpcError({ code: -32005, message: 'limit exceeded' })],
  ])('gives up at once on a node that %s', async (_, failure) => {
    const { rpc, methods } = nodeOf((method) => {
      if (method === 'eth_getCode') return '0x60'
      throw failure
    })
    await expect(createReadContracts(rpc)(calls(50), signal)).rejects.toBe(failure)
    expect(methods).toHaveLength(2)
  })

  it.each([null, 42, {}, 'hello', '0x', '0x123', `0x${'ff'.repeat(64)}`, `0x${'00'.repeat(31)}20${'ff'.repeat(32)}`])(
    'survives a node that returns %j',
    async (nonsense) => {
      const { rpc } = nodeOf((method) => (method === 'eth_getCode' ? '0x60' : nonsense))
      const results = await createReadContracts(rpc)(calls(4), signal)
      expect(results).toHaveLength(4)
    },
  )
})
