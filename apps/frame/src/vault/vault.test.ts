import { keyPairFrom, openerOf, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { deriveEd25519, deriveWallet, wipeKeys, wordsOf } from './deriveWallet.ts'
import { newRecoveryCode, readRecoveryCode, secretOfCode } from './recoveryCode.ts'
import { joinShares, splitEntropy } from './shares.ts'

const entropies = fc.uint8Array({ minLength: 16, maxLength: 16 })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('a wallet’s words open the same accounts in other libraries', async () => {
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
  const { evm, solana } = await deriveWallet(new Uint8Array(16))
  expect(wordsOf(new Uint8Array(16))).toBe(words)
  expect(evm.address).toBe(mnemonicToAccount(words).address)
  // Phantom and solana-keygen derive this address from these words at m/44'/501'/0'/0'.
  expect(solana.address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  expect((await createKeyPairSignerFromPrivateKeyBytes(solana.secretKey)).address).toBe(solana.address)
})

test('Ed25519 keys are derived as SLIP-0010’s vectors say', () => {
  const seed = Uint8Array.from({ length: 16 }, (_, at) => at)
  expect(hex(deriveEd25519(seed, []))).toBe('2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7')
  expect(hex(deriveEd25519(seed, [0]))).toBe('68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3')
  expect(hex(deriveEd25519(seed, [0, 1, 2, 2, 1_000_000_000]))).toBe(
    '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
  )
})

test('any two shares make the wallet whole, and shares of two devices never do', async () => {
  await fc.assert(
    fc.asyncProperty(entropies, async (entropy) => {
      const { address } = (await deriveWallet(entropy)).evm
      const [one, two] = [await splitEntropy(entropy), await splitEntropy(entropy)]
      const pairs = [
        [one.device, one.auth],
        [one.auth, one.recovery],
        [one.device, one.recovery],
      ] as const
      for (const [a, b] of pairs) expect(await joinShares(a, b, address)).toEqual(entropy)
      const refused = { code: 'unauthorized' }
      await expect(joinShares(one.device, two.auth, address)).rejects.toMatchObject(refused)
      await expect(joinShares(one.device, one.device, address)).rejects.toMatchObject(refused)
      const altered = one.auth.slice()
      altered[3]! ^= 1
      await expect(joinShares(one.device, altered, address)).rejects.toMatchObject(refused)
    }),
    { numRuns: 4 },
  )
})

test('nothing is left of keys that were wiped', async () => {
  const keys = await deriveWallet(new Uint8Array(16))
  wipeKeys(keys)
  for (const { secretKey } of [keys.evm, keys.solana]) expect(secretKey.every((byte) => byte === 0)).toBe(true)
})

test('a recovery code opens what was sealed to it, however it is typed', async () => {
  const code = newRecoveryCode()
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{6}$/)
  const { publicKey } = keyPairFrom(secretOfCode(code))
  const [info, share] = [new Uint8Array([1]), new Uint8Array([2, 3])]
  const sealed = sealTo(publicKey, info, share)
  const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', ' ')} `
  expect(await openWith(openerOf(keyPairFrom(secretOfCode(typed)).secretKey), info, sealed)).toEqual(share)
  expect(readRecoveryCode(typed)).toBe(code.replaceAll('-', ''))
  for (const wrong of ['', code.slice(1), `${code}A`, code.replace(/.$/, 'U'), code.replace(/.$/, '!')])
    expect(() => readRecoveryCode(wrong)).toThrow('26 letters and digits')
})
