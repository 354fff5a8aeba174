import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { readSignature } from './readSignature.ts'

const account = privateKeyToAccount(generatePrivateKey())
const message = 'Hello'
const read = (answer: unknown, code = '0x', address: string = account.address) =>
  readSignature({ address, message, answer, ask: vi.fn(async () => code) })

test('a key’s own signature is taken, and nobody else’s', async () => {
  const signature = await account.signMessage({ message })
  expect(await read(signature)).toBe(signature)
  await expect(read(signature, '0x', `0x${'1'.repeat(40)}`)).rejects.toMatchObject({ code: 'account_mismatch' })
  await expect(read('nonsense')).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
})

test('a contract’s is left to who verifies it, whether it is deployed (ERC-1271) or not yet (ERC-6492)', async () => {
  expect(await read('0x1234', '0x60')).toBe('0x1234')
  await expect(read('0x1234')).rejects.toMatchObject({ code: 'account_mismatch' })
  const wrapped = `0x1234${'6492'.repeat(16)}`
  expect(await read(wrapped)).toBe(wrapped)
})
