import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import { expect, test } from 'vitest'
import { polkadot } from './polkadot.ts'
import { sendTransfers } from './sendTransfers.ts'

const abandon = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const key = await polkadotKey(abandon, 'polkadot:91b171bb158e2d3848fa23a9f1c25182', 0)
const ask = () => Promise.reject(new Error('no node expected'))

test('keeps an address as the wallet writes it, and rejects another family’s', () => {
  const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  for (const address of [key.address, alice]) expect(polkadot.parseAddress(address)).toBe(address)
  for (const other of ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'So11111111111111111111111111111111111111112', ''])
    expect(() => polkadot.parseAddress(other)).toThrow()
})

test('verifies a wallet’s signature', async () => {
  const bytes = new TextEncoder().encode('<Bytes>hello</Bytes>')
  const signature = `0x${Buffer.from(await key.sign(bytes)).toString('hex')}`
  const read = (message: string, answer: unknown = { signature }) =>
    polkadot.readSignature({ address: key.address, message, answer, ask })
  expect(await read('hello')).toBe(signature)
  await expect(read('hallo')).rejects.toMatchObject({ code: 'account_mismatch' })
  for (const answer of [null, {}, signature, { signature: 7 }])
    await expect(read('hello', answer)).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
})

test('writes payment codes with account and network, which Send reads', async () => {
  const networkId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const genesis = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
  const link = (answer: unknown) =>
    polkadot.receiveLink?.({ address: key.address, networkId }, async (question) => {
      expect(question).toEqual({ method: 'chain_getBlockHash', params: [0] })
      return answer
    })
  expect(await link(genesis)).toBe(`substrate:${key.address}:${genesis}`)
  expect(sendTransfers.parseRequest((await link(genesis))!, networkId)).toEqual({ address: key.address, networkId })
  for (const answer of [null, '0x', genesis.slice(0, 40), `0x${'b0'.repeat(32)}`])
    await expect(link(answer)).rejects.toThrow('The node is on another network')
})

test('knows which methods sign', () => {
  const params = { address: key.address }
  expect(polkadot.signing({ method: 'polkadot_signMessage', params })).toEqual({ sends: false, address: key.address })
  expect(polkadot.signing({ method: 'polkadot_signTransaction', params: {} })).toEqual({ sends: false })
  expect(polkadot.signing({ method: 'system_name', params })).toBeUndefined()
})
