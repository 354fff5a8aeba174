import { encodeBase58 } from '@billfold/protocol/base58'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountFact } from './accountFact.ts'
import { describeRequest } from './describeRequest.ts'

const token = '0x00000000000000000000000000000000000000AA'
const known = {
  symbolOf: () => 'ETH',
  token: (_: string, address: string) => (address === token ? { symbol: 'USDC', decimals: 6 } : undefined),
}
const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const you = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const say = (method: string, params: unknown) => describeRequest({ chainId: 'eip155:1', method, params }, known)
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const call = (selector: string, units: bigint, to = token) =>
  say('eth_sendTransaction', [{ from: me, to, data: `${selector}${word(BigInt(you))}${word(units)}` }])

test('a message is read, in whichever order and alphabet it comes', () => {
  const hello = { title: 'Sign a message', text: 'hello', facts: [{ label: 'Account', value: me, isAddress: true }] }
  expect(say('personal_sign', ['0x68656c6c6f', me])).toEqual(hello)
  expect(say('personal_sign', [me, 'hello'])).toEqual(hello)
  expect(say('personal_sign', ['0xff00ff', me]).text).toBe('0xff00ff')
  const bytes = new TextEncoder().encode('Grüße')
  expect(say('solana_signMessage', { message: encodeBase58(bytes), pubkey: 'x' }).text).toBe('Grüße')
})

test('a Solana transaction says what it moves, or whose program it calls', () => {
  const keys = [1, 3, 0].flatMap((byte) => Array<number>(32).fill(byte))
  const step = [2, 2, 0, 1, 12, 2, 0, 0, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0]
  const wire = (...steps: number[][]) =>
    encodeBase64(
      Uint8Array.from([
        1,
        ...Array(64).fill(0),
        1,
        0,
        1,
        3,
        ...keys,
        ...Array(32).fill(9),
        steps.length,
        ...steps.flat(),
      ]),
    )
  const to = { label: 'To', value: encodeBase58(new Uint8Array(32).fill(3)), isAddress: true }
  const signed = say('solana_signTransaction', { transaction: wire(step), pubkey: me })
  expect(signed).toMatchObject({ title: 'Sign a transaction', amount: '0.001 SOL', facts: [{ value: me }, to] })
  expect(signed).not.toHaveProperty('caution')
  const sent = say('solana_signAndSendTransaction', { transaction: wire(step, [1, 0, 1, 7]), pubkey: me })
  expect(sent).toMatchObject({ title: 'Sign and send a transaction', caution: expect.stringContaining('a program') })
  expect(sent.facts).toEqual([accountFact(me), { label: 'Moves', value: '0.001 SOL' }, to, { ...to, label: 'Program' }])
  const all = say('solana_signAllTransactions', { transactions: [wire(step), 'AAAA'], pubkey: me })
  expect(all).toMatchObject({ title: 'Sign 2 transactions', caution: 'The wallet cannot read this transaction.' })
})

test('amounts are exact and addresses whole', () => {
  const sent = say('eth_sendTransaction', [{ from: me, to: you, value: '0x1' }])
  expect(sent).toMatchObject({ title: 'Send', amount: '0.000000000000000001 ETH' })
  expect(sent.facts.map(({ value }) => value)).toEqual([me, you])
  expect(call('0xa9059cbb', 1_500_000n)).toMatchObject({ title: 'Send a token', amount: '1.5 USDC' })
  expect(call('0xa9059cbb', 7n, you)).toMatchObject({ amount: '7 units of a token' })
  const all = call('0x095ea7b3', 2n ** 256n - 1n)
  expect(all).toMatchObject({ amount: 'all your USDC', caution: 'The spender may take this much at any time.' })
  expect(all.facts[1]).toEqual({ label: 'Spender', value: you, isAddress: true })
})

test('a call that also pays is never shown as a token’s', () => {
  const data = `0xa9059cbb${word(BigInt(you))}${word(1n)}`
  const described = say('eth_sendTransaction', [{ from: me, to: token, value: '0xde0b6b3a7640000', data }])
  expect(described).toMatchObject({ title: 'Call a contract', amount: '1 ETH', text: data })
})

test('whatever a site sends, there is something to read', () => {
  const methods = [
    'personal_sign',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'signMessage',
    'x',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...methods), fc.jsonValue(), (method, params) => {
      expect(say(method, params).title).not.toBe('')
    }),
  )
})
