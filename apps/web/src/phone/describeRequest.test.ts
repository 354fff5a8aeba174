import { encodeBase58 } from '@billfold/protocol/base58'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountFact } from './accountFact.ts'
import { describeRequest } from './describeRequest.ts'

const token = '0x00000000000000000000000000000000000000AA'
const known = {
  coin: (chain: string) =>
    chain.startsWith('bip122') ? { symbol: 'BTC', decimals: 8 } : { symbol: 'ETH', decimals: 18 },
  rpcUrl: () => undefined,
  token: (_: string, address: string) => (address === token ? { symbol: 'USDC', decimals: 6 } : undefined),
}
const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const you = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const chains = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
}
const describeOn = (family: keyof typeof chains, method: string, params: unknown) =>
  describeRequest({ chainId: chains[family], method, params }, known)
const say = (method: string, params: unknown) => describeOn('eip155', method, params)
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const call = (selector: string, units: bigint, to = token) =>
  say('eth_sendTransaction', [{ from: me, to, data: `${selector}${word(BigInt(you))}${word(units)}` }])

test('reads a message in either order and any alphabet', async () => {
  const hello = { title: 'Sign a message', text: 'hello', facts: [{ label: 'Account', value: me, isAddress: true }] }
  expect(await say('personal_sign', ['0x68656c6c6f', me])).toEqual(hello)
  expect(await say('personal_sign', [me, 'hello'])).toEqual(hello)
  expect(await say('personal_sign', ['0xff00ff', me])).toMatchObject({ text: '0xff00ff' })
  const message = encodeBase58(new TextEncoder().encode('hello'))
  expect(await describeOn('solana', 'solana_signMessage', { message, pubkey: me })).toEqual(hello)
  expect(await describeOn('bip122', 'signMessage', { message: 'hello', account: me })).toEqual(hello)
  expect(await describeOn('polkadot', 'polkadot_signMessage', { message: 'hello', address: me })).toEqual(hello)
})

test('lists the transfers of a Solana transaction, or the program it calls', async () => {
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
  const signed = await describeOn('solana', 'solana_signTransaction', { transaction: wire(step), pubkey: me })
  const from = { label: 'From', value: encodeBase58(new Uint8Array(32).fill(1)), isAddress: true }
  const fee = { label: 'Network fee', value: 'at most 0.000005 SOL' }
  expect(signed).toEqual({
    ...{ title: 'Sign a transaction', amount: '0.001 SOL' },
    facts: [accountFact(me), from, to, fee],
  })
  const sent = await describeOn('solana', 'solana_signAndSendTransaction', {
    transaction: wire(step, [1, 0, 1, 7]),
    pubkey: me,
  })
  expect(sent).toMatchObject({ title: 'Sign and send a transaction', caution: expect.stringContaining('a program') })
  expect(sent.facts).toEqual([
    ...[accountFact(me), { label: 'Sends', value: '0.001 SOL' }, from, to],
    ...[{ ...to, label: 'Program' }, { label: 'Data', value: '1 byte' }, fee],
  ])
  const all = await describeOn('solana', 'solana_signAllTransactions', {
    transactions: [wire(step), 'AAAA'],
    pubkey: me,
  })
  expect(all).toMatchObject({ title: 'Sign 2 transactions', caution: 'The wallet can’t read this transaction.' })
})

test('amounts are exact and addresses whole', async () => {
  const sent = await say('eth_sendTransaction', [{ from: me, to: you, value: '0x1' }])
  expect(sent).toMatchObject({ title: 'Send', amount: '0.000000000000000001 ETH' })
  expect(sent.facts.map(({ value }) => value)).toEqual([me, you])
  expect(await call('0xa9059cbb', 1_500_000n)).toMatchObject({ title: 'Send a token', amount: '1.5 USDC' })
  expect(await call('0xa9059cbb', 7n, you)).toMatchObject({ amount: '7 token units' })
  const all = await call('0x095ea7b3', 2n ** 256n - 1n)
  expect(all).toMatchObject({ amount: 'all your USDC', caution: 'The spender can take this much at any time.' })
  expect(all.facts[1]).toEqual({ label: 'Spender', value: you, isAddress: true })
})

test('never shows a call that also pays as a token transfer', async () => {
  const data = `0xa9059cbb${word(BigInt(you))}${word(1n)}`
  const described = await say('eth_sendTransaction', [{ from: me, to: token, value: '0xde0b6b3a7640000', data }])
  expect(described).toMatchObject({ title: 'Call a contract', amount: '1 ETH', text: data })
})

test('a Bitcoin payment shows its recipient, its change and the network fee', async () => {
  const psbt =
    'cHNidP8BAHECAAAAARERERERERERERERERERERERERERERERERERERERERERAAAAAAD/////AqhhAAAAAAAAFgAU+CSgtgvIQ2wM8rBLuD3BZkhyrn0QIQEAAAAAABYAFAcYX6KIUOsrDf2/Jva1KKGms0s/AAAAAAABAR+ghgEAAAAAABYAFAcYX6KIUOsrDf2/Jva1KKGms0s/AAAA'
  const account = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
  const to = { label: 'To', value: 'bcrt1qlqj2pdsteppkcr8jkp9ms0wpvey89tna8v72sj', isAddress: true }
  expect(await describeOn('bip122', 'signPsbt', { psbt, account, signInputs: [] })).toEqual({
    title: 'Sign a payment',
    amount: '0.00025 BTC',
    facts: [
      accountFact(account),
      to,
      { label: 'Network fee', value: '0.00001 BTC' },
      { label: 'Comes back', value: '0.00074 BTC' },
    ],
  })
  expect(await describeOn('bip122', 'signPsbt', { psbt: 'AAAA', account, broadcast: true })).toMatchObject({
    title: 'Sign and send a payment',
    text: 'AAAA',
    caution: 'The wallet can’t read this transaction.',
  })
  const transfer = { account, recipientAddress: to.value, amount: '1' }
  expect(await describeOn('bip122', 'sendTransfer', transfer)).toEqual({
    title: 'Send',
    amount: '0.00000001 BTC',
    facts: [accountFact(account), to],
  })
})

test('shows a request of another family’s name, or of no family, raw', async () => {
  const caution = 'Unknown request type.'
  expect(await describeOn('solana', 'personal_sign', ['hello'])).toMatchObject({ title: 'personal_sign', caution })
  const request = { chainId: 'cosmos:hub-4', method: 'cosmos_signDirect', params: { a: 1 } }
  expect(await describeRequest(request, known)).toMatchObject({ title: 'cosmos_signDirect', caution })
})

test('always shows some text, whatever a site sends', async () => {
  const methods = {
    eip155: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'x'],
    solana: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions'],
    bip122: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
    polkadot: ['polkadot_signMessage', 'polkadot_signTransaction'],
  } as const
  const requests = Object.entries(methods).flatMap(([family, names]) => names.map((name) => [family, name] as const))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...requests), fc.jsonValue(), async ([family, method], params) => {
      expect((await describeOn(family as keyof typeof chains, method, params)).title).not.toBe('')
    }),
  )
})
