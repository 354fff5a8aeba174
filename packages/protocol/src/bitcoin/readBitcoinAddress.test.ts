import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bytesOfWords, decodeBech32, encodeBech32, wordsOf } from './bech32.ts'
import { readBitcoinAddress } from './readBitcoinAddress.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

// BIP-350's own vectors.
const scripts: readonly (readonly [address: string, script: string])[] = [
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['BC1SW50QGDZ25J', '6002751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'],
]
const refused = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
  'bc1gmk9yu',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '',
]

describe('a Bitcoin address', () => {
  it.each(scripts)('%s pays the script of BIP-350', (address, script) => {
    expect(hex(readBitcoinAddress(address).script)).toBe(script)
  })

  it.each(refused)('rejects “%s”', (text) => {
    expect(() => readBitcoinAddress(text)).toThrow()
  })

  it('returns its kind and the networks where it can be paid', () => {
    const kindAndRealms = (text: string) => {
      const { kind, realms } = readBitcoinAddress(text)
      return [kind, ...realms]
    }
    expect(kindAndRealms('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual(['p2pkh', 'main'])
    expect(kindAndRealms('2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc')).toEqual(['p2sh', 'test', 'regtest'])
    expect(kindAndRealms('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toEqual(['p2wpkh', 'main'])
    expect(kindAndRealms('tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c')).toEqual(['p2tr', 'test'])
    expect(readBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4').address).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    )
  })

  it('is refused when a letter of it was changed', () => {
    const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    const address = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
    fc.assert(
      fc.property(fc.integer({ min: 4, max: address.length - 1 }), fc.constantFrom(...letters), (at, letter) => {
        fc.pre(address[at] !== letter)
        expect(() => readBitcoinAddress(address.slice(0, at) + letter + address.slice(at + 1))).toThrow()
      }),
    )
  })
})

test('round-trips bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 45 }),
      fc.constantFrom('bech32' as const, 'bech32m' as const),
      fc.stringMatching(/^[a-z]{1,6}$/),
      (bytes, kind, prefix) => {
        const read = decodeBech32(encodeBech32({ kind, prefix, words: wordsOf(bytes) }))
        expect(read).toMatchObject({ kind, prefix })
        expect(bytesOfWords(read.words)).toEqual(bytes)
      },
    ),
  )
})
