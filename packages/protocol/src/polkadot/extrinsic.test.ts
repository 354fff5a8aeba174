import { Metadata as OtherMetadata, TypeRegistry } from '@polkadot/types'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  eraPeriod,
  extrinsicHash,
  hex32,
  knownExtensions,
  mortalEra,
  type SignerPayload,
  signedBytes,
  writeExtrinsic,
} from './extrinsic.ts'
import { readMetadata } from './metadata.ts'
import { bytesOf, hexOf, scaleReader } from './scale.ts'
import { writePolkadotAddress } from './ss58.ts'
import { transferMethod } from './transferMethod.ts'

const bytes = scaleReader(bytesOf(assetHub).subarray(1)).bytes()
const metadata = readMetadata(bytes)
const registry = new TypeRegistry()
registry.setMetadata(new OtherMetadata(registry, hexOf(bytes) as `0x${string}`))

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const u128 = fc.bigInt(0n, (1n << 128n) - 1n)
const u32 = fc.integer({ min: 0, max: 0xffff_ffff })

test('builds transfers that another library decodes the same', () => {
  fc.assert(
    fc.property(key, u128, fc.option(u32), fc.boolean(), (to, amount, id, isAll) => {
      const asset = id === null ? undefined : String(id)
      const call = registry.createType('Call', transferMethod(metadata, { to, amount, asset, isAll }))
      const name = id === null ? 'balances.transferKeepAlive' : `assets.transfer${isAll ? '' : 'KeepAlive'}`
      expect(`${call.section}.${call.method}`).toBe(name)
      const args = call.args.map((arg) =>
        'toBigInt' in arg ? (arg as { toBigInt(): bigint }).toBigInt() : arg.toHex(),
      )
      const whom = `0x00${Buffer.from(to).toString('hex')}`
      expect(args).toEqual(id === null ? [whom, amount] : [BigInt(id), whom, amount])
    }),
  )
})

test('signs and sends the same bytes as another library', () => {
  const signedExtensions = knownExtensions(metadata)
  expect(signedExtensions).toContain('CheckMetadataHash')
  fc.assert(
    fc.property(key, key, u128, u32, u32, (from, block, amount, nonce, number) => {
      const payload: SignerPayload = {
        address: writePolkadotAddress({ prefix: 0, publicKey: from }),
        method: hexOf(transferMethod(metadata, { to: block, amount })),
        specVersion: hex32(1_007_001),
        transactionVersion: hex32(15),
        genesisHash: hexOf(block),
        blockHash: hexOf(block.toReversed()),
        blockNumber: hex32(number),
        era: mortalEra(number),
        nonce: hex32(nonce),
        tip: `0x${'0'.repeat(32)}`,
        mode: 0,
        version: 4,
        signedExtensions,
        withSignedTransaction: true,
      }
      const theirs = registry.createType('ExtrinsicPayload', payload as never, { version: 4 })
      expect(hexOf(signedBytes(payload))).toBe(hexOf(theirs.toU8a({ method: true } as never)))
      const signature = Uint8Array.of(1, ...new Uint8Array(64).fill(7))
      const whole = writeExtrinsic(payload, from, signature)
      const read = registry.createType(
        'Extrinsic',
        { method: registry.createType('Call', payload.method) },
        { version: 4 },
      )
      read.addSignature(payload.address, hexOf(signature) as `0x${string}`, theirs.toHex())
      expect(hexOf(whole)).toBe(read.toHex())
      expect(extrinsicHash(whole)).toBe(read.hash.toHex())
    }),
    { numRuns: 30 },
  )
})

test('starts an era at its block, and ends it after `eraPeriod`', () => {
  fc.assert(
    fc.property(u32, (number) => {
      const era = registry.createType('ExtrinsicEra', mortalEra(number)).asMortalEra
      expect([era.birth(number), era.death(number)]).toEqual([number, number + eraPeriod])
    }),
  )
})

test('rejects an unknown required extension by its name', () => {
  const { extensions } = metadata
  const filled = extensions.find(({ name }) => name === 'CheckNonce')!.type
  const empty = extensions.find(({ name }) => name === 'CheckWeight')!.type
  const asking = (name: string, type: number, signed: number) =>
    knownExtensions({ ...metadata, extensions: [...extensions, { name, type, signed }] })
  expect(asking('CheckNothing', empty, empty)).toContain('CheckNothing')
  expect(() => asking('CheckFuture', filled, empty)).toThrow('CheckFuture')
  expect(() => asking('CheckPast', empty, filled)).toThrow('CheckPast')
  expect(() => asking('CheckGenesis', filled, filled)).toThrow('CheckGenesis')
  expect(() => knownExtensions({ ...metadata, extrinsicVersion: 5 })).toThrow('version: 5')
  const renamed = { ...metadata, pallets: metadata.pallets.filter(({ name }) => name !== 'Assets') }
  expect(() => transferMethod(renamed, { to: new Uint8Array(32), amount: 1n, asset: '1' })).toThrow('Assets')
})
