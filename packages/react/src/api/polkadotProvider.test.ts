import { expect, test } from 'vitest'
import { polkadotMethods } from './polkadotProvider.ts'

const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const payload = { address, method: '0x0a03', genesisHash: '0x91', withSignedTransaction: true }

function setUp() {
  const requests: unknown[] = []
  const request = async (input: { method: string; params?: unknown }) => {
    requests.push(input)
    return { signature: '0x00ab', ...(input.method === 'polkadot_signTransaction' && { signedTransaction: '0xff' }) }
  }
  return { requests, methods: polkadotMethods({ request }, () => address) }
}

test('uses WalletConnect’s methods, and responds like a Signer of @polkadot/api', async () => {
  const { requests, methods } = setUp()
  expect(await methods.signMessage({ message: 'hi' })).toBe('0x00ab')
  expect(await methods.signTransaction(payload)).toEqual({ id: 2, signature: '0x00ab', signedTransaction: '0xff' })
  expect(await methods.signPayload(payload)).toMatchObject({ id: 3, signedTransaction: '0xff' })
  expect(await methods.signRaw({ address, data: '0x4772c3bc657a69', type: 'bytes' })).toEqual({
    ...{ id: 4, signature: '0x00ab' },
  })
  const signing = { method: 'polkadot_signTransaction', params: { address, transactionPayload: payload } }
  expect(requests).toEqual([
    { method: 'polkadot_signMessage', params: { address, message: 'hi' } },
    signing,
    signing,
    { method: 'polkadot_signMessage', params: { address, message: 'Grüezi' } },
  ])
})

test('refuses to sign bytes that are no text', async () => {
  const { requests, methods } = setUp()
  for (const data of ['0xff', '0x4', 'hello', ''])
    await expect(methods.signRaw({ address, data })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(requests).toEqual([])
})
