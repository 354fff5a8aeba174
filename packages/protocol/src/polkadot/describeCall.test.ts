import { Metadata as OtherMetadata, TypeRegistry } from '@polkadot/types'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import { expect, test } from 'vitest'
import { describeCall } from './describeCall.ts'
import { readMetadata } from './metadata.ts'
import { bytesOf, hexOf, scaleReader } from './scale.ts'
import { transferMethod } from './transferMethod.ts'

const bytes = scaleReader(bytesOf(assetHub).subarray(1)).bytes()
const metadata = readMetadata(bytes)
const to = new Uint8Array(32).fill(9)

/** Another library writes calls. */
const registry = new TypeRegistry()
registry.setMetadata(new OtherMetadata(registry, hexOf(bytes) as `0x${string}`))
const written = (callIndex: [number, number], args: unknown[]) =>
  registry.createType('Call', { callIndex, args }).toU8a()
const numberOf = (pallet: string, call: string): [number, number] => {
  const match = metadata.pallets.find(({ name }) => name === pallet)!
  const def = metadata.types.get(match.calls!)!
  return [match.index, def.kind === 'variant' ? def.variants.find(({ name }) => name === call)!.index : -1]
}

test('names amount, asset and recipient', () => {
  const coins = transferMethod(metadata, { to, amount: 15_000_000_000n })
  expect(describeCall(metadata, coins)).toMatchObject({
    name: 'Balances.transfer_keep_alive',
    move: { to, amount: 15_000_000_000n },
    given: [
      { name: 'dest', value: `Id(${hexOf(to)})` },
      { name: 'value', value: '15000000000' },
    ],
  })
  expect(describeCall(metadata, transferMethod(metadata, { to, amount: 7n, asset: '1984' }))).toMatchObject({
    name: 'Assets.transfer_keep_alive',
    move: { to, amount: 7n, asset: '1984' },
  })
})

test('reads what another library wrote, step by step', () => {
  const remark = registry.createType('Call', { callIndex: numberOf('System', 'remark'), args: ['0x6869'] })
  const move = registry.createType('Call', transferMethod(metadata, { to, amount: 5n }))
  const batch = describeCall(metadata, written(numberOf('Utility', 'batch_all'), [[move, remark]]))
  expect(batch.name).toBe('Utility.batch_all')
  expect(batch.move).toBeUndefined()
  expect(batch.steps).toMatchObject([
    { name: 'Balances.transfer_keep_alive', move: { amount: 5n } },
    { name: 'System.remark', given: [{ name: 'remark', value: '0x6869' }] },
  ])
})

test('rejects invalid calls, and trailing bytes', () => {
  const coins = transferMethod(metadata, { to, amount: 1n })
  for (const bad of [[], [255, 0], [coins[0]!, 250], [...coins, 0], [...coins.slice(0, -1)]])
    expect(() => describeCall(metadata, Uint8Array.from(bad))).toThrow()
})
