import { expect, test } from 'vitest'
import { bitcoinMethods } from './bitcoinProvider.ts'

const [payment, ordinal] = ['bc1qpayment', 'bc1pordinal']

test('maps AppKit’s methods to WalletConnect’s, and responses to AppKit’s shapes', async () => {
  const requests: unknown[] = []
  const answers: Readonly<Record<string, unknown>> = {
    getAccountAddresses: [
      { address: payment, publicKey: '02ab', intention: 'payment' },
      { address: ordinal, purpose: 'ordinal', path: "m/86'/0'/0'/0/0" },
    ],
    signMessage: { address: payment, signature: 'c2ln' },
    sendTransfer: { txid: 'ab' },
    signPsbt: { psbt: 'cHNidP8=', txid: 'cd' },
  }
  const request = async (input: { method: string; params?: unknown }) => {
    requests.push(input)
    return answers[input.method]
  }
  const methods = bitcoinMethods({ request }, () => payment)
  expect(await methods.getAccountAddresses()).toEqual([
    { address: payment, publicKey: '02ab', purpose: 'payment' },
    { address: ordinal, purpose: 'ordinal', path: "m/86'/0'/0'/0/0" },
  ])
  expect(await methods.signMessage({ message: 'hi', address: payment, protocol: 'bip322' })).toBe('c2ln')
  expect(await methods.sendTransfer({ amount: '1000', recipient: ordinal })).toBe('ab')
  const signInputs = [{ address: ordinal, index: 0, sighashTypes: [0] }]
  expect(await methods.signPSBT({ psbt: 'cHNidP8=', signInputs })).toEqual({ psbt: 'cHNidP8=', txid: 'cd' })
  expect(requests).toEqual([
    { method: 'getAccountAddresses', params: { account: payment } },
    { method: 'signMessage', params: { account: payment, address: payment, message: 'hi', protocol: 'bip322' } },
    { method: 'sendTransfer', params: { account: payment, recipientAddress: ordinal, amount: '1000' } },
    { method: 'signPsbt', params: { account: ordinal, psbt: 'cHNidP8=', signInputs, broadcast: false } },
  ])
})
