import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bytesOfHex, hexOf } from './bytes.ts'
import { coinAddressOf, decodeCoinAddress, encodeCoinAddress } from './coinAddress.ts'
import { type CoinPlace, coins, coinTypeOn, evmChainOf, evmCoinType, familyOfCoin } from './coinType.ts'
import { writePolkadotAddress } from './polkadot/ss58.ts'

const places = {
  bitcoin: { networkId: 'bip122:000000000019d6689c085ae165831e93' },
  signet: { networkId: 'bip122:00000008819873e925422c1ff0f99f7c' },
  regtest: { networkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' },
  solana: { networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  polkadot: { networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' },
  kusama: { networkId: 'polkadot:b0a8d493285c2df73290dfb7e61f870f' },
  westend: { networkId: 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e', testnet: true },
  op: { networkId: 'eip155:10' },
} satisfies Record<string, CoinPlace>

// Those of ENSIP-9 and of ENS's own encoder.
const vectors: readonly [number, CoinPlace, string, string][] = [
  [0, places.bitcoin, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  [0, places.bitcoin, '3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6', 'a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1887'],
  [0, places.bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    ...([0, places.bitcoin, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'] as const),
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  [1, places.signet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    ...([354, places.polkadot, '1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fg'] as const),
    '0aff6865635ae11013a83835c019d44ec3f865145943f487ae82a8e7bed3a66b',
  ],
  [
    ...([434, places.kusama, 'CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp'] as const),
    '0aff6865635ae11013a83835c019d44ec3f865145943f487ae82a8e7bed3a66b',
  ],
  [
    ...([501, places.solana, 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q'] as const),
    '8a11e71b96cabbe3216e3153b09694f39fc85022cbc076f79846a3ab4d8c1991',
  ],
  [
    ...([0x8000_000a, places.op, '0x314159265dD8dbb310642f98f50C066173C1259b'] as const),
    '314159265dd8dbb310642f98f50c066173c1259b',
  ],
]

test.each(vectors)('coin %i on %j writes %s as %s, and back', (coin, place, address, hex) => {
  expect(hexOf(encodeCoinAddress(coin, address))).toBe(hex)
  expect(decodeCoinAddress(coin, bytesOfHex(hex), place)).toBe(address)
  expect(coinTypeOn(place)).toBe(coin)
})

describe('an address', () => {
  it.each([
    [coins.bitcoin, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'of a test network under Bitcoin'],
    [coins.test, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'of Bitcoin under its test networks'],
    [coins.bitcoin, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'in capitals'],
    [coins.bitcoin, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'with a slip'],
    [coins.polkadot, 'CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp', 'of Kusama under Polkadot'],
    [coins.solana, '1111111111111111111111111111111', 'that is too short'],
    [coins.solana, '0x314159265dD8dbb310642f98f50C066173C1259b', 'of another family'],
    [coins.ethereum, '0x314159265dd8dbb310642f98f50c066173c1259b', 'without its check'],
    [2, 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz', 'of a coin that no one here knows'],
    [coins.solana, '1'.repeat(1000), 'without an end'],
  ])('coin %i refuses %s: %s', (coin, address) => {
    expect(() => encodeCoinAddress(coin, address)).toThrow()
  })

  it('decodes nothing from invalid bytes, or on another coin’s network', () => {
    for (const [coin, place, , hex] of vectors) {
      const bytes = bytesOfHex(hex)
      expect(decodeCoinAddress(coin, bytes.subarray(1), place)).toBeUndefined()
      expect(decodeCoinAddress(coin, new Uint8Array(bytes.length), place)).toBeUndefined()
      expect(decodeCoinAddress(coin, new Uint8Array(), place)).toBeUndefined()
      for (const other of Object.values(places))
        if (familyOfCoin(coinTypeOn(other)!) !== familyOfCoin(coin))
          expect(decodeCoinAddress(coin, bytes, other)).toBeUndefined()
    }
    expect(decodeCoinAddress(0, bytesOfHex('0014751e76e8199196d454941c45d1b3a323f1433bd6'), places.regtest)).toBe(
      undefined,
    )
  })

  it('is written as the network does, whichever of its coin it is', () => {
    const key = bytesOfHex(vectors[5]![3])
    expect(decodeCoinAddress(354, key, places.westend)).toBe(writePolkadotAddress({ prefix: 42, publicKey: key }))
    expect(coinAddressOf(354, writePolkadotAddress({ prefix: 42, publicKey: key }))).toBe(vectors[5]![2])
    const script = bytesOfHex(vectors[4]![3])
    expect(decodeCoinAddress(1, script, places.regtest)).toMatch(/^bcrt1q/)
  })

  it('leads back to its bytes, whatever they are', () => {
    const of = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    const records = fc.oneof(
      fc.tuple(fc.constant(places.solana), of(32)),
      fc.tuple(fc.constantFrom(places.polkadot, places.kusama), of(32)),
      fc.tuple(fc.constant(places.op), of(20)),
      fc.tuple(
        fc.constantFrom(places.bitcoin, places.signet, places.regtest),
        fc.oneof(
          of(20).map((hash) => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)),
          of(20).map((hash) => Uint8Array.of(0xa9, 20, ...hash, 0x87)),
          of(32).map((key) => Uint8Array.of(0x51, 32, ...key)),
        ),
      ),
    )
    fc.assert(
      fc.property(records, ([place, bytes]: [CoinPlace, Uint8Array]) => {
        fc.pre(bytes.some((byte) => byte !== 0))
        const coin = coinTypeOn(place)!
        const address = decodeCoinAddress(coin, bytes, place)!
        expect(coinAddressOf(coin, address)).toBe(address)
        expect(encodeCoinAddress(coin, address)).toEqual(bytes)
      }),
    )
  })

  it('decodes any bytes without an error, and encodes the result', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(places)),
        fc.uint8Array({ maxLength: 64 }),
        (place: CoinPlace, bytes) => {
          const coin = coinTypeOn(place)!
          const address = decodeCoinAddress(coin, bytes, place)
          if (address !== undefined) expect(encodeCoinAddress(coin, coinAddressOf(coin, address))).toEqual(bytes)
        },
      ),
    )
  })
})

test('maps an EVM chain to one coin type and back', () => {
  expect([1, 10, 31337].map(evmCoinType)).toEqual([60, 0x8000_000a, 0x8000_7a69])
  for (const none of [0, -1, 1.5, Number.NaN, 0x8000_0000]) expect(evmCoinType(none)).toBeUndefined()
  for (const id of [1, 10, 31337, 0x7fff_ffff]) expect(evmChainOf(evmCoinType(id)!)).toBe(id)
  // Ethereum has its own number and no second one.
  for (const none of [0, 61, 0x8000_0000, 0x8000_0001, 0x1_0000_0000]) expect(evmChainOf(none)).toBeUndefined()
})

test('has none on a network without a coin type', () => {
  expect(coinTypeOn({ networkId: 'bip122:00000000000000000000000000000000' })).toBeUndefined()
  expect(coinTypeOn({ networkId: 'polkadot:00000000000000000000000000000000' })).toBeUndefined()
  expect(
    coinTypeOn({ networkId: 'polkadot:00000000000000000000000000000000', addressPrefix: 42 }),
    'real money may be paid there',
  ).toBeUndefined()
  expect(coinTypeOn({ networkId: 'polkadot:00000000000000000000000000000000', addressPrefix: 2 })).toBe(434)
})
