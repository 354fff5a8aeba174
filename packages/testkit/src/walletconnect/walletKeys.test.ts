import { createHash } from 'node:crypto'
import { decodeBase58 } from '@billfold/protocol/base58'
import { recoverPublicKey } from 'viem'
import { bytesToHex, hexToBytes, ripemd160, sha256 } from 'viem/utils'
import { expect, test } from 'vitest'
import { bitcoinKey, messageHash, segwitAddress } from '../bitcoin/bitcoinKey.ts'
import { polkadotKey } from '../polkadot/polkadotKey.ts'
import { mainnets } from './createWalletConnectWallet.ts'
import { createWalletKeys } from './walletKeys.ts'

const abandon = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

test('BIP-173: the example of the specification', () => {
  const key = hexToBytes('0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
  const hash = ripemd160(sha256(key, 'bytes'), 'bytes')
  expect(segwitAddress('bc', hash)).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  expect(segwitAddress('tb', hash)).toBe('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
})

test('BIP-84: the same address as every other wallet', () => {
  expect(bitcoinKey(abandon, mainnets.bip122, 0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  expect(bitcoinKey(abandon, mainnets.bip122, 1).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  expect(bitcoinKey(abandon, 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 0).address).toMatch(/^bcrt1q/)
})

test.each(['', 'hello', 'é'.repeat(200), 'x'.repeat(70_000)])(
  'BIP-137: the signature leads back to the key',
  async (text) => {
    const key = bitcoinKey(abandon, mainnets.bip122, 0)
    const bytes = Buffer.from(await key.signMessage(text), 'hex')
    expect(bytes).toHaveLength(65)
    const parity = bytes[0]! - 39
    const signature = `0x${bytes.subarray(1).toString('hex')}${parity === 0 ? '1b' : '1c'}` as const
    const publicKey = hexToBytes(await recoverPublicKey({ hash: messageHash(text), signature }))
    expect(bytesToHex(publicKey.slice(1, 33))).toBe(`0x${key.publicKey.slice(4)}`)
  },
)

test('hashes a Bitcoin message by Bitcoin’s own rule', () => {
  const twice = (bytes: Buffer) =>
    createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest('hex')
  expect(messageHash('hello')).toBe(`0x${twice(Buffer.from('\x18Bitcoin Signed Message:\n\x05hello', 'latin1'))}`)
})

test('derives a Polkadot address from its key, and a different one per account number', async () => {
  const one = await polkadotKey(abandon, mainnets.polkadot, 0)
  expect(decodeBase58(one.address).slice(1, 33)).toEqual(one.publicKey)
  expect((await polkadotKey(abandon, mainnets.polkadot, 1)).address).not.toBe(one.address)
})

test('has an address per family, and rejects unknown families', async () => {
  const keys = createWalletKeys({ mnemonic: abandon })
  expect(await keys.addressOn('eip155:1')).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(await keys.addressOn(mainnets.solana)).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  expect(await keys.addressOn(mainnets.bip122)).toMatch(/^bc1q/)
  await expect(keys.addressOn('cosmos:cosmoshub-4')).rejects.toThrow('The wallet has no keys for cosmos')
})
