import { joinBytes } from '@billfold/protocol/bytes'
import { bytesOf, compactBytes, hexOf, scaleReader, uintBytes } from '@billfold/protocol/polkadot/scale'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import { expect, it } from 'vitest'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { RpcCall } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { createPolkadotHistory } from './createPolkadotHistory.ts'

// It is given as an optional list of bytes.
const metadata = hexOf(scaleReader(bytesOf(assetHub).subarray(1)).bytes())
const key = (byte: number) => new Uint8Array(32).fill(byte)
const addressOf = (byte: number) => writePolkadotAddress({ prefix: 0, publicKey: key(byte) })
const chain: ServerChain = {
  id: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  namespace: 'polkadot',
  reference: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  rpcUrls: ['http://node'],
  wsUrls: [],
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  tokens: [{ address: '1984', name: 'Tether USD', symbol: 'USDT', decimals: 6 }],
  contracts: {},
  stables: [],
  isLocal: false,
}
const u128 = (value: bigint) => uintBytes(value, 16)
const u32 = (value: number) => uintBytes(BigInt(value), 4)
/** Events by the numbers that the asset hub's runtime gives them: pallet, event, fields. */
const transferred = (from: number, to: number, amount: bigint) =>
  joinBytes(Uint8Array.of(10, 2), key(from), key(to), u128(amount))
const assetMoved = (id: number, from: number, to: number, amount: bigint) =>
  joinBytes(Uint8Array.of(50, 2), u32(id), key(from), key(to), u128(amount))
const feePaid = (who: number) => joinBytes(Uint8Array.of(11, 0), key(who), u128(160n), u128(0n))
const failed = Uint8Array.of(0, 1, 2, 4, 8, 0, 0)

/** A node with blocks of these events, by extrinsic. */
function node() {
  const blocks: { events: string; extrinsics: string[]; hash: string }[] = []
  const methods: string[] = []
  let forgotten = -1
  let era = 0
  const add = (...extrinsics: readonly (readonly Uint8Array[])[]) => {
    const records = extrinsics.flatMap((events, index) =>
      events.map((event) => joinBytes(Uint8Array.of(0), u32(index), event, Uint8Array.of(0))),
    )
    const number = blocks.length
    blocks.push({
      hash: `0x${(number + era * 100_000).toString(16).padStart(64, '0')}`,
      events: hexOf(joinBytes(compactBytes(records.length), ...records)),
      extrinsics: extrinsics.map((_, index) => hexOf(joinBytes(u32(number), u32(index)))),
    })
  }
  const at = (hash: unknown) => blocks.findIndex((block) => block.hash === hash)
  const answer = ({ method, params: [first, second] }: RpcCall): unknown => {
    methods.push(method)
    if (method === 'chain_getFinalizedHead') return blocks.at(-1)!.hash
    if (method === 'chain_getHeader') return { number: `0x${at(first).toString(16)}` }
    if (method === 'chain_getBlockHash') return blocks[first as number]?.hash ?? null
    if (method === 'chain_getBlock') return { block: { extrinsics: blocks[at(first)]!.extrinsics } }
    if (method === 'state_getRuntimeVersion') return { specVersion: 1 }
    if (method === 'state_getMetadata') return metadata
    if (method !== 'state_getStorage') throw new Error(method)
    if (first === storageKeys.events) {
      if (at(second) <= forgotten) throw new RpcError({ code: 4003, message: 'State already discarded' })
      return blocks[at(second)]!.events
    }
    if (first === storageKeys.now) return hexOf(uintBytes(1_747_000_000_000n + BigInt(at(second)) * 6_000n, 8))
    if (first === storageKeys.assetMetadata(77))
      return hexOf(joinBytes(u128(0n), Uint8Array.of(12), Buffer.from('New'), Uint8Array.of(12), Buffer.from('NEW'), Uint8Array.of(1))) // biome-ignore format: one value
    return null
  }
  const call = async (method: string, params: readonly unknown[]) => answer({ method, params })
  const batch = async (calls: readonly RpcCall[]) =>
    calls.map((one) => {
      try {
        return { ok: true, result: answer(one) }
      } catch (error) {
        return { ok: false, error }
      }
    })
  const source = createPolkadotHistory({ rpc: () => ({ call, batch }) as never })
  add()
  return {
    ...{ add, sentMethods: methods, source },
    forget: (number: number) => (forgotten = number),
    /** As a local chain that starts over. */
    beginAnew() {
      blocks.length = 0
      era++
      add()
    },
    history: (byte: number, cursor?: string, limit = 50) =>
      source.history({ chain, address: addressOf(byte), cursor, limit }, new AbortController().signal),
  }
}
const rows = (page: Awaited<ReturnType<ReturnType<typeof node>['history']>>) =>
  page?.data.map(({ metadata: { operationType, status }, transfers }) => [
    operationType,
    status,
    ...transfers.map(
      ({ direction, quantity, fungible_info: info }) => `${direction} ${quantity.numeric} ${info?.symbol}`,
    ),
  ])

it("returns the blocks' movements, newest first, from each side", async () => {
  const { add, history } = node()
  add([transferred(1, 2, 15_000_000_000n), feePaid(1)])
  add([], [assetMoved(1984, 2, 1, 2_500_000n), feePaid(2)], [failed, feePaid(1)])
  add([transferred(3, 4, 1n), feePaid(3)])
  add([assetMoved(77, 3, 1, 25n), transferred(3, 1, 1n), feePaid(3)])
  const mine = await history(1)
  expect(rows(mine)).toEqual([
    ['receive', 'confirmed', 'in 2.5 NEW', 'in 0.0000000001 DOT'],
    ['execute', 'failed'],
    ['receive', 'confirmed', 'in 2.5 USDT'],
    ['send', 'confirmed', 'out 1.5 DOT'],
  ])
  expect(mine?.next).toBeNull()
  expect(mine?.data[0]?.transfers.map(({ suspicion }) => suspicion)).toEqual(['unlisted', 'zero_value'])
  expect(mine?.data[3]).toMatchObject({
    metadata: { sentFrom: addressOf(1), sentTo: addressOf(2), minedAt: '2025-05-11T21:46:46.000Z' },
    transfers: [{ from: addressOf(1), to: addressOf(2) }],
  })
  expect(rows(await history(2))).toEqual([
    ['send', 'confirmed', 'out 2.5 USDT'],
    ['receive', 'confirmed', 'in 1.5 DOT'],
  ])
  expect(rows(await history(9))).toEqual([])
  expect(new Set(mine?.data.map(({ id }) => id)).size).toBe(4)
})

it('returns pages, and rejects foreign cursors', async () => {
  const { add, history } = node()
  for (let amount = 1n; amount <= 5n; amount++) add([transferred(1, 2, amount), feePaid(1)])
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await history(1, cursor, 2)
    ids.push(...page!.data.map(({ id }) => id))
    cursor = page!.next ?? undefined
  } while (cursor)
  expect(new Set(ids).size).toBe(5)
  expect(ids).toHaveLength(5)
  expect(await history(1, 'elsewhere')).toBeUndefined()
})

it('reads each block once for everyone, and no more than 256', async () => {
  const { add, history, sentMethods } = node()
  add([transferred(1, 2, 7n), feePaid(1)])
  for (let number = 0; number < 300; number++) add([transferred(3, 4, 1n)])
  const count = (method: string) => sentMethods.filter((each) => each === method).length
  expect(rows(await history(1))).toEqual([])
  expect(count('state_getStorage')).toBe(2 * 256)
  await history(2)
  expect(count('state_getStorage')).toBe(2 * 256)
  add([transferred(2, 1, 30_000_000_000n)])
  const [first, second] = await Promise.all([history(1), history(2)])
  expect([rows(first), rows(second)]).toEqual([
    [['receive', 'confirmed', 'in 3 DOT']],
    [['send', 'confirmed', 'out 3 DOT']],
  ])
  expect(count('state_getStorage')).toBe(2 * 257)
  expect(count('state_getMetadata')).toBe(1)
})

it('returns what a node has not pruned, and starts over when the chain does', async () => {
  const { add, history, forget, beginAnew } = node()
  for (let number = 0; number < 40; number++) add([transferred(1, 2, 10_000_000_000n), feePaid(1)])
  forget(30)
  expect(rows(await history(1))).toHaveLength(10)
  add([transferred(1, 2, 10_000_000_000n), feePaid(1)])
  expect(rows(await history(1))).toHaveLength(11)
  forget(-1)
  beginAnew()
  for (let number = 0; number < 41; number++) add(number === 40 ? [transferred(2, 1, 10_000_000_000n)] : [])
  expect(rows(await history(1))).toEqual([['receive', 'confirmed', 'in 1 DOT']])
})
