import { expect, test } from 'vitest'
import { wireRequest } from './wireRequest.ts'

const only =
  (...methods: string[]) =>
  (method: string) =>
    methods.includes(method)
const solana = { method: 'solana_signTransaction', params: { transaction: 'AA==', pubkey: 'me', maySend: true } }
const payment = { account: 'me', recipientAddress: 'you', amount: '5' }
const bitcoin = { method: 'signPsbt', params: { account: 'me', psbt: 'cHNi', maySend: payment } }

test('sends a signature request without the kit’s own field', () => {
  const { read, ...request } = wireRequest(solana, only('solana_signTransaction', 'solana_signAndSendTransaction'))
  expect(request).toEqual({ method: 'solana_signTransaction', params: { transaction: 'AA==', pubkey: 'me' } })
  expect(read).toBeUndefined()
  expect(wireRequest(bitcoin, only('signPsbt', 'sendTransfer'))).toEqual({
    method: 'signPsbt',
    params: { account: 'me', psbt: 'cHNi' },
  })
})

test('sends a send request to a wallet that only sends', () => {
  const request = wireRequest(solana, only('solana_signAndSendTransaction'))
  expect(request).toMatchObject({
    method: 'solana_signAndSendTransaction',
    params: { transaction: 'AA==', pubkey: 'me' },
  })
  expect(request.read?.({ signature: 'x' })).toEqual({ signature: 'x', isSent: true })
  expect(wireRequest(bitcoin, only('sendTransfer'))).toEqual({ method: 'sendTransfer', params: payment })
})

test('never sends what a site wants signed', () => {
  const plain = { method: 'signPsbt', params: { account: 'me', psbt: 'cHNi' } }
  expect(wireRequest(plain, only('sendTransfer'))).toEqual(plain)
  const message = { method: 'personal_sign', params: ['0x00', 'me'] }
  expect(wireRequest(message, only())).toEqual(message)
})
