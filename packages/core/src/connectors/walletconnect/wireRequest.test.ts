import { expect, test } from 'vitest'
import { wireRequest } from './wireRequest.ts'

const only =
  (...methods: string[]) =>
  (method: string) =>
    methods.includes(method)
const solana = { method: 'solana_signTransaction', params: { transaction: 'AA==', pubkey: 'me', maySend: true } }
const payment = { account: 'me', recipientAddress: 'you', amount: '5' }
const bitcoin = { method: 'signPsbt', params: { account: 'me', psbt: 'cHNi', maySend: payment } }

test('a wallet that signs is asked to, without the kit’s own word', () => {
  const { read, ...asked } = wireRequest(solana, only('solana_signTransaction', 'solana_signAndSendTransaction'))
  expect(asked).toEqual({ method: 'solana_signTransaction', params: { transaction: 'AA==', pubkey: 'me' } })
  expect(read).toBeUndefined()
  expect(wireRequest(bitcoin, only('signPsbt', 'sendTransfer'))).toEqual({
    method: 'signPsbt',
    params: { account: 'me', psbt: 'cHNi' },
  })
})

test('a wallet that only sends is asked to send what the kit would have sent', () => {
  const asked = wireRequest(solana, only('solana_signAndSendTransaction'))
  expect(asked).toMatchObject({
    method: 'solana_signAndSendTransaction',
    params: { transaction: 'AA==', pubkey: 'me' },
  })
  expect(asked.read?.({ signature: 'x' })).toEqual({ signature: 'x', isSent: true })
  expect(wireRequest(bitcoin, only('sendTransfer'))).toEqual({ method: 'sendTransfer', params: payment })
})

test('what a site wants signed is never sent instead', () => {
  const plain = { method: 'signPsbt', params: { account: 'me', psbt: 'cHNi' } }
  expect(wireRequest(plain, only('sendTransfer'))).toEqual(plain)
  const message = { method: 'personal_sign', params: ['0x00', 'me'] }
  expect(wireRequest(message, only())).toEqual(message)
})
