import substrate14 from '@polkadot/types-support/metadata/v14/substrate-hex'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import polkadot from '@polkadot/types-support/metadata/v15/polkadot-hex'
import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import { expect, test } from 'vitest'
import { readMetadata } from './metadata.ts'
import { metadataDigest } from './metadataDigest.ts'
import { bytesOf, hexOf, scaleReader } from './scale.ts'

/** Some are given as an optional list of bytes. */
const bare = (hex: string): Uint8Array => {
  const bytes = bytesOf(hex)
  return bytes[0] === 1 ? scaleReader(bytes.subarray(1)).bytes() : bytes
}
const networks = [
  { name: 'the asset hub', source: assetHub, symbol: 'DOT', decimals: 10 },
  { name: 'Polkadot', source: polkadot, symbol: 'DOT', decimals: 10 },
  { name: 'Kusama', source: kusama, symbol: 'KSM', decimals: 12 },
] as const

test.each(networks)('$name has the hash that another library works out', ({ source, symbol, decimals }) => {
  const bytes = bare(source)
  const theirs = merkleizeMetadata(bytes, { tokenSymbol: symbol, decimals }).digest()
  const ours = (coin = { symbol: symbol as string, decimals: decimals as number }) =>
    hexOf(metadataDigest(readMetadata(bytes), coin))
  expect(ours()).toBe(hexOf(theirs))
  // Another coin, or one that is divided otherwise, is another hash: a wallet would show other amounts.
  expect(ours({ symbol: 'XYZ', decimals })).not.toBe(hexOf(theirs))
  expect(ours({ symbol, decimals: decimals + 1 })).not.toBe(hexOf(theirs))
})

test('metadata that does not say what a transaction is made of has none', () => {
  expect(() => metadataDigest(readMetadata(bare(substrate14)), { symbol: 'UNIT', decimals: 12 })).toThrow('version 15')
})
