import { Metadata as OtherMetadata, TypeRegistry } from '@polkadot/types'
import substrate from '@polkadot/types-support/metadata/v14/substrate-hex'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeValue } from './decodeValue.ts'
import { extrinsicOutcome } from './extrinsicOutcome.ts'
import { readMetadata } from './metadata.ts'
import { bytesOf, compactBytes, hexOf, scaleReader, uintBytes } from './scale.ts'

// Some nodes give metadata as an optional list of bytes.
const bare = (hex: string): Uint8Array => {
  const bytes = bytesOf(hex)
  if (bytes[0] !== 1) return bytes
  return scaleReader(bytes.subarray(1)).bytes()
}
const sources = { 'a substrate node, version 14': substrate, 'the asset hub, version 15': assetHub }

describe.each(Object.entries(sources))('metadata of %s', (_, source) => {
  const ours = readMetadata(bare(source))
  const registry = new TypeRegistry()
  const theirs = new OtherMetadata(registry, hexOf(bare(source)) as `0x${string}`)
  registry.setMetadata(theirs)

  test('is read as another library reads it', () => {
    const { pallets, extrinsic } = theirs.asLatest
    expect(ours.pallets.map(({ name, index }) => [name, index])).toEqual(
      pallets.map(({ name, index }) => [name.toString(), index.toNumber()]),
    )
    for (const [at, pallet] of pallets.entries())
      expect(Object.entries(ours.pallets[at]!.constants).map(([name, value]) => [name, hexOf(value)])).toEqual(
        pallet.constants.map(({ name, value }) => [name.toString(), hexOf(value.toU8a(true))]),
      )
    expect(ours.types.size).toBe(theirs.asLatest.lookup.types.length)
    expect(ours.extensions.map(({ name }) => name)).toEqual(registry.signedExtensions)
    expect(ours.extensions.length).toBe(extrinsic.transactionExtensions?.length ?? ours.extensions.length)
    expect(ours.extrinsicVersion).toBe(4)
  })

  test('reads an extrinsic’s outcome', () => {
    const { pallets } = ours
    const system = pallets.find(({ name }) => name === 'System')!
    const balances = pallets.find(({ name }) => name === 'Balances')!
    const events = (of: readonly (readonly [number, 'ok' | Uint8Array])[]) =>
      Uint8Array.of(
        ...compactBytes(of.length),
        ...of.flatMap(([index, how]) => {
          const info = [...weight, 0, 0]
          const event = how === 'ok' ? [0, ...info] : [1, ...how, ...info]
          return [0, ...uintBytes(BigInt(index), 4), system.index, ...event, 0]
        }),
      )
    // Two numbers in as few bytes as they need.
    const weight = [...compactBytes(1000), ...compactBytes(2000)]
    const errors = ours.types.get(balances.errors!)
    const [first] = errors?.kind === 'variant' ? errors.variants : []
    const refused = Uint8Array.of(3, balances.index, first!.index, 0, 0, 0)
    const block = events([[0, 'ok'], [1, refused], [2, Uint8Array.of(2)]]) // biome-ignore format: a table
    expect(extrinsicOutcome(ours, block, 0)).toEqual({ succeeded: true })
    expect(extrinsicOutcome(ours, block, 1)).toEqual({ succeeded: false, error: `Balances.${first!.name}` })
    expect(extrinsicOutcome(ours, block, 2)).toEqual({ succeeded: false, error: 'BadOrigin' })
    expect(extrinsicOutcome(ours, block, 3)).toBeUndefined()
    expect(() => extrinsicOutcome(ours, block.subarray(0, -1), 3)).toThrow()
  })

  test('cut off, or of another version, is refused', () => {
    const bytes = bare(source)
    expect(() => readMetadata(bytes.subarray(0, 1000))).toThrow()
    expect(() => readMetadata(Uint8Array.of(...bytes.subarray(0, 4), 13))).toThrow('13')
    expect(() => decodeValue(ours, 1_000_000, bytes)).toThrow()
  })
})

test('encodes compact numbers like another library, and decodes them', () => {
  const registry = new TypeRegistry()
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(0n, 1n << 32n), fc.bigInt(0n, (1n << 128n) - 1n)), (value) => {
      const bytes = compactBytes(value)
      expect(hexOf(bytes)).toBe(hexOf(registry.createType('Compact<u128>', value).toU8a()))
      expect(scaleReader(bytes).compact()).toBe(value)
      expect(scaleReader(uintBytes(value, 16)).u128()).toBe(value)
    }),
  )
})

test('bytes that end too early are refused, whatever is read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      for (const read of ['text', 'bytes', 'compact', 'u128'] as const) {
        try {
          scaleReader(bytes)[read]()
        } catch (e) {
          expect(e).toMatchObject({ code: 'invalid_input' })
        }
      }
    }),
  )
})
