import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import { expect, test } from 'vitest'
import { bip122 } from './bip122.ts'

const abandon = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const key = bitcoinKey(abandon, 'bip122:000000000019d6689c085ae165831e93', 0)
const ask = () => Promise.reject(new Error('no node expected'))

test('parses one form of an address, and rejects another family’s', () => {
  expect(bip122.parseAddress(key.address.toUpperCase())).toBe(key.address)
  expect(bip122.parseAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  for (const other of ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'So11111111111111111111111111111111111111112', ''])
    expect(() => bip122.parseAddress(other)).toThrow()
})

test('reads and verifies a wallet’s signature in hex and base64', async () => {
  const hex = await key.signMessage('hello')
  const base64 = Buffer.from(hex, 'hex').toString('base64')
  for (const signature of [hex, base64]) {
    const read = (message: string, address = key.address) =>
      bip122.readSignature({ address, message, answer: { address, signature }, ask })
    expect(await read('hello')).toBe(base64)
    await expect(read('hallo')).rejects.toMatchObject({ code: 'account_mismatch' })
    await expect(read('hello', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).rejects.toMatchObject({
      code: 'account_mismatch',
    })
  }
  for (const answer of [null, {}, { signature: 7 }, base64])
    await expect(bip122.readSignature({ address: key.address, message: 'hello', answer, ask })).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
})

test('knows which methods sign, and which also send', () => {
  const params = { account: key.address }
  expect(bip122.signing({ method: 'getAccountAddresses', params })).toBeUndefined()
  expect(bip122.signing({ method: 'signMessage', params })).toEqual({ sends: false, address: key.address })
  expect(bip122.signing({ method: 'signPsbt', params })).toEqual({ sends: false, address: key.address })
  expect(bip122.signing({ method: 'signPsbt', params: { ...params, broadcast: true } })).toHaveProperty('sends', true)
  expect(bip122.signing({ method: 'sendTransfer', params: undefined })).toEqual({ sends: true })
})
