import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { mainnet, stranger } from '../../../test/testSwaps.ts'
import { owner, usdc } from '../../../test/testUpstream.ts'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { nativeCoin } from './quoteSource.ts'
import { approveCall, simulateSwap } from './simulateSwap.ts'

const user = owner as `0x${string}`
const word = (value: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [value])
const signal = () => new AbortController().signal
type Block = { stateOverrides: Record<string, Record<string, unknown>>; calls: Record<string, unknown>[] }

/** A node that runs transactions in sequence, and records them. */
function nodeOf(answers: readonly { status: string; returnData?: string; error?: { data: string } }[]) {
  const blocks: Block[] = []
  const call: ChainRpc['call'] = async (method, params = []) => {
    if (method !== 'eth_simulateV1') throw new RpcError({ code: -32601, message: 'unknown method' })
    blocks.push((params[0] as { blockStateCalls: [Block] }).blockStateCalls[0])
    return [{ calls: answers }] as never
  }
  return { rpc: { call } as ChainRpc, blocks }
}
const swap = { to: stranger, data: '0x12345678', value: 0n } as const
const simulation = {
  chain: mainnet,
  user,
  calls: [approveCall(usdc, stranger, 5n), swap],
  assets: [usdc, nativeCoin],
} as const
const held = (value: bigint) => ({ status: '0x1', returnData: word(value) })
const done = { status: '0x1', returnData: '0x' }

it('runs the account’s own transactions, without code at its address or a different origin', async () => {
  const { rpc, blocks } = nodeOf([held(9n), held(1n), done, done, held(4n), held(8n)])
  const result = await simulateSwap(rpc, simulation, signal())
  expect(result?.ok && [...result.changes]).toEqual([
    [usdc, -5n],
    [nativeCoin, 7n],
  ])
  expect(blocks[0]?.calls.every(({ from }) => from === user)).toBe(true)
  expect(Object.keys(blocks[0]?.stateOverrides ?? {})).toEqual([user])
  expect(Object.keys(blocks[0]?.stateOverrides[user] ?? {})).toEqual(['balance'])
})

it('returns the reason of a failure, and nothing if the node does not support simulation', async () => {
  const reason = `0x08c379a0${encodeAbiParameters(parseAbiParameters('string'), ['paused']).slice(2)}`
  const failed = { status: '0x0', error: { data: reason } }
  const { rpc } = nodeOf([held(9n), held(1n), done, failed, held(9n), held(1n)])
  expect(await simulateSwap(rpc, simulation, signal())).toMatchObject({
    ok: false,
    reason: expect.stringContaining('paused'),
  })
  const older = { call: async () => Promise.reject(new RpcError({ code: -32601, message: 'no' })) } as never as ChainRpc
  expect(await simulateSwap(older, simulation, signal())).toBeUndefined()
})
