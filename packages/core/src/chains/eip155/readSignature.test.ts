import { parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { readSignature } from './readSignature.ts'

const account = privateKeyToAccount(generatePrivateKey())
const message = 'Hello'
const at = { networkId: 'eip155:1', message } as const
const read = (answer: unknown, says: unknown = '0x', address: string = account.address) =>
  readSignature({ ...at, address, answer, ask: vi.fn(async () => says) })
const readOf = (method: string, params: unknown, answer: unknown, address: string = account.address) =>
  readSignature({ ...at, address, request: { method, params }, answer, ask: vi.fn(async () => '0x') })

test('accepts a key’s own signature only', async () => {
  const signature = await account.signMessage({ message })
  expect(await read(signature)).toBe(signature)
  const short = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
  expect(await read(short)).toBe(short)
  await expect(read(signature, '0x', `0x${'1'.repeat(40)}`)).rejects.toMatchObject({ code: 'account_mismatch' })
  await expect(read('nonsense')).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
})

test('verifies a contract’s signature on chain, deployed (ERC-1271) or not (ERC-6492)', async () => {
  expect(await read('0x1234', '0x01')).toBe('0x1234')
  await expect(read('0x1234', '0x00')).rejects.toMatchObject({ code: 'account_mismatch' })
  // A Safe that keeps signed messages on chain needs no signature.
  expect(await read('0x', '0x01')).toBe('0x')
  await expect(read('0x', '0x00')).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
  await expect(read('0x', '0x')).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
  const parts = `${'0'.repeat(64)}${'60'.padStart(64, '0')}${'80'.padStart(64, '0')}${'0'.repeat(128)}`
  const wrapped = `0x${parts}${'6492'.repeat(16)}`
  expect(await read(wrapped, '0x01')).toBe(wrapped)
  await expect(read(wrapped, '0x00')).rejects.toMatchObject({ code: 'account_mismatch' })
})

const typed = {
  domain: { name: 'Shop', chainId: 1 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [{ name: 'amount', type: 'uint256' }],
  },
  primaryType: 'Order',
  message: { amount: '5' },
} as const

test('verifies that a site’s request was signed, by the requested account', async () => {
  const text = await account.signMessage({ message: { raw: '0x68' } })
  expect(await readOf('personal_sign', ['0x68', account.address], text)).toBe(text)
  expect(await readOf('personal_sign', [account.address, '0x68'], text)).toBe(text)
  const order = await account.signTypedData({ ...typed, message: { amount: 5n } } as never)
  for (const data of [typed, JSON.stringify(typed)])
    expect(await readOf('eth_signTypedData_v4', [account.address, data], order)).toBe(order)
  const raw = await account.sign({ hash: `0x${'12'.repeat(32)}` })
  expect(await readOf('eth_sign', [account.address, `0x${'12'.repeat(32)}`], raw)).toBe(raw)
  const others: [string, unknown, string][] = [
    ['personal_sign', ['0x69', account.address], text],
    ['eth_signTypedData_v4', [account.address, { ...typed, message: { amount: '6' } }], order],
    ['eth_sign', [account.address, `0x${'13'.repeat(32)}`], raw],
  ]
  for (const [method, params, answer] of others)
    await expect(readOf(method, params, answer)).rejects.toMatchObject({ code: 'account_mismatch' })
  const stranger = privateKeyToAccount(generatePrivateKey()).address
  await expect(readOf('personal_sign', ['0x68', stranger], text, stranger)).rejects.toMatchObject({
    code: 'account_mismatch',
  })
})

test('leaves data without a standard hash to the wallet', async () => {
  const oldest = [{ type: 'string', name: 'text', value: 'Hi' }]
  expect(await readOf('eth_signTypedData', [oldest, account.address], '0x1234')).toBe('0x1234')
})
