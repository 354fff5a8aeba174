import { expect, test } from 'vitest'
import { mnemonicSeed } from '../mnemonicSeed.ts'
import { deriveSeed, solanaPath } from './deriveSeed.ts'
import { solanaKey } from './ed25519.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const abandon = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

test('SLIP-10, test vector 1 of ed25519', async () => {
  const seed = Uint8Array.from({ length: 16 }, (_, i) => i)
  const at = async (path: number[]) => hex(await deriveSeed(seed, path))
  expect(await at([])).toBe('2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7')
  expect(await at([0])).toBe('68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3')
  expect(await at([0, 1, 2, 2, 1_000_000_000])).toBe('8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793')
  expect(hex((await solanaKey(await deriveSeed(seed, []))).publicKey)).toBe(
    'a4b2856bfec510abab89753fac1ac0e1112364e7d250545963f135f2a33188ed',
  )
})

test('BIP-39 and the path of Solana wallets: the same address as every other wallet', async () => {
  const seed = await mnemonicSeed(abandon)
  expect(hex(seed).slice(0, 32)).toBe('5eb00bbddcf069084889a8ab91555681')
  const { address } = await solanaKey(await deriveSeed(seed, solanaPath(0)))
  expect(address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
})

test('rejects a seed of another length', async () => {
  await expect(solanaKey(new Uint8Array(31))).rejects.toThrow('A Solana seed is 32 bytes long, not 31')
})
