import { bitcoinNetworks } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { describe, expect, it, test } from 'vitest'
import type { ConnectorEvent } from '../../model/connector.ts'
import { fakeLog } from '../../ports/fakeLog.ts'
import type { Ports } from '../../ports/ports.ts'
import { bitcoinConnector } from './bitcoinConnector.ts'
import type { BitcoinDialect } from './bitcoinDialect.ts'
import { satsDialect } from './satsDialect.ts'
import { unisatDialect } from './unisatDialect.ts'

const [main, , , , regtest] = bitcoinNetworks.map(({ id }) => id) as [`bip122:${string}`, ...`bip122:${string}`[]]
const payment = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ordinal = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const key = `02${'11'.repeat(32)}`
const txid = 'ab'.repeat(32)
const psbt = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, 7)
const signed = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, 8)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const connected = (dialect: BitcoinDialect) => {
  const info = { id: 'x', name: 'A wallet', type: 'ANNOUNCED', namespace: 'bip122' } as const
  const connector = bitcoinConnector(info, dialect, { log: fakeLog() } as unknown as Ports)
  const connect = (silent = false, networkId = main) =>
    connector.connect({ silent, networkId, signal: new AbortController().signal })
  return { ...connector, open: connect }
}

/** A mock provider that records its requests. */
function mockProvider(answers: Readonly<Record<string, unknown>>) {
  const requests: [string, unknown][] = []
  const listeners = new Map<string, (value: unknown) => void>()
  return {
    requests,
    tell: (event: string) => listeners.get(event)?.(undefined),
    async request(method: string, params?: unknown) {
      requests.push([method, params])
      if (!(method in answers)) throw { jsonrpc: '2.0', error: { code: -32601, message: 'no such method' } }
      const answer = answers[method]
      if (answer instanceof Error) throw { jsonrpc: '2.0', error: { code: Number(answer.message), message: 'refused' } }
      return { jsonrpc: '2.0', id: 1, result: answer }
    },
    addListener(event: string, listener: (value: unknown) => void) {
      listeners.set(event, listener)
      return () => listeners.delete(event)
    },
  }
}
const addresses = [
  { address: payment, publicKey: key, purpose: 'payment', addressType: 'p2wpkh' },
  { address: ordinal, publicKey: key.slice(2), purpose: 'ordinals', addressType: 'p2tr' },
  { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', purpose: 'stacks' },
]

describe('Xverse and other sats-connect wallets', () => {
  const answers = {
    getAddresses: { addresses },
    wallet_getAccount: { addresses },
    wallet_getNetwork: { bitcoin: { name: 'Mainnet' } },
    signMessage: { signature: 'c2ln', address: payment },
    signPsbt: { psbt: encodeBase64(signed), txid },
    sendTransfer: { txid },
  }

  it('shares a payment and an ordinal account, with keys, and reports its network', async () => {
    const provider = mockProvider(answers)
    const session = await connected(satsDialect(provider, false)).open(false, regtest)
    expect(session).toMatchObject({
      networkId: main,
      accounts: [
        { address: payment, type: 'payment', publicKey: key },
        { address: ordinal, type: 'ordinal', publicKey: key.slice(2) },
      ],
    })
    expect(session.accounts).toHaveLength(2)
    expect(provider.requests[0]).toEqual([
      'getAddresses',
      { purposes: ['payment', 'ordinals'], message: expect.any(String) },
    ])
  })

  it('signs messages in the address’s format, PSBTs and transfers', async () => {
    const provider = mockProvider(answers)
    const wallet = connected(satsDialect(provider, false))
    await wallet.open()
    const request = (method: string, params: unknown) => wallet.request(main, method, params)
    expect(await request('signMessage', { account: payment, message: 'hi' })).toEqual({
      address: payment,
      signature: 'c2ln',
    })
    await request('signMessage', { account: ordinal, message: 'hi' })
    const signInputs = [
      { address: payment, index: 0, sighashTypes: [1] },
      { address: payment, index: 2, sighashTypes: [1] },
    ]
    const asking = { account: payment, psbt: encodeBase64(psbt), signInputs, broadcast: true }
    expect(await request('signPsbt', asking)).toEqual({ psbt: encodeBase64(signed), txid })
    expect(await request('sendTransfer', { account: payment, recipientAddress: payment, amount: '1000' })).toEqual({
      txid,
    })
    const signingRequests = provider.requests.filter(
      ([method]) => !method.startsWith('wallet_') && method !== 'getAddresses',
    )
    expect(signingRequests).toEqual([
      ['signMessage', { address: payment, message: 'hi', protocol: 'ECDSA' }],
      ['signMessage', { address: ordinal, message: 'hi', protocol: 'BIP322' }],
      ['signPsbt', { psbt: encodeBase64(psbt), signInputs: { [payment]: [0, 2] }, broadcast: true }],
      ['sendTransfer', { recipients: [{ address: payment, amount: 1000 }] }],
    ])
  })

  it('rejects with the kit’s errors, and stays silent when not trusted', async () => {
    const rejecting = connected(satsDialect(mockProvider({ getAddresses: new Error('-32000') }), false))
    await expect(rejecting.open()).rejects.toMatchObject({ code: 'user_rejected' })
    const stranger = mockProvider({ wallet_getAccount: new Error('-32002') })
    await expect(connected(satsDialect(stranger, false)).open(true)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(stranger.requests).toEqual([['wallet_getAccount', undefined]])
  })

  it('signs nothing for another network', async () => {
    const wallet = connected(satsDialect(mockProvider(answers), false))
    await wallet.open()
    const asking = { account: payment, message: 'hi' }
    await expect(wallet.request(regtest!, 'signMessage', asking)).rejects.toMatchObject({ code: 'chain_disconnected' })
    const testnet = bitcoinNetworks[1]!.id
    await expect(wallet.request(testnet, 'signMessage', asking)).rejects.toMatchObject({ code: 'chain_disconnected' })
  })

  it('reports an account change', async () => {
    const provider = mockProvider(answers)
    const wallet = connected(satsDialect(provider, false))
    await wallet.open()
    const events: ConnectorEvent[] = []
    const stop = wallet.on((event) => events.push(event))
    provider.tell('accountChange')
    await expect.poll(() => events).toMatchObject([{ type: 'accountsChanged', accounts: [{ address: payment }, {}] }])
    provider.tell('disconnect')
    expect(events[1]).toEqual({ type: 'disconnected' })
    stop()
    provider.tell('disconnect')
    expect(events).toHaveLength(2)
  })
})

test('supports Leather’s own PSBT and payment methods', async () => {
  const provider = mockProvider({
    getAddresses: {
      addresses: [
        { symbol: 'BTC', type: 'p2wpkh', address: payment, publicKey: key },
        { symbol: 'STX', address: 'SP2' },
      ],
    },
    signMessage: { signature: 'c2ln' },
    signPsbt: { hex: hex(signed) },
    sendTransfer: { txid },
  })
  const wallet = connected(satsDialect(provider, true))
  expect((await wallet.open()).accounts).toEqual([{ address: payment, type: 'payment', publicKey: key }])
  await wallet.request(main, 'signMessage', { account: payment, message: 'hi' })
  const signInputs = [{ address: payment, index: 1, sighashTypes: [] }]
  const answer = await wallet.request(main, 'signPsbt', { account: payment, psbt: encodeBase64(psbt), signInputs })
  expect(answer).toEqual({ psbt: encodeBase64(signed) })
  await wallet.request(main, 'sendTransfer', { account: payment, recipientAddress: payment, amount: '7000' })
  expect(provider.requests.slice(1)).toEqual([
    ['signMessage', { message: 'hi', paymentType: 'p2wpkh' }],
    ['signPsbt', { hex: hex(psbt), signAtIndex: [1], broadcast: false, network: 'mainnet' }],
    ['sendTransfer', { address: payment, amount: '7000', network: 'mainnet' }],
  ])
})

describe('UniSat and OKX', () => {
  function provider(over: Record<string, unknown> = {}) {
    const calls: unknown[][] = []
    const listeners = new Map<string, (value: unknown) => void>()
    const say =
      (name: string, answer: unknown) =>
      async (...input: unknown[]) => {
        calls.push([name, ...input])
        return answer
      }
    const wallet = {
      requestAccounts: say('requestAccounts', [payment]),
      getAccounts: say('getAccounts', [payment]),
      getPublicKey: async () => key,
      getChain: async () => ({ enum: 'BITCOIN_MAINNET' }),
      switchChain: say('switchChain', {}),
      signMessage: say('signMessage', 'c2ln'),
      signPsbt: say('signPsbt', hex(signed)),
      pushPsbt: say('pushPsbt', txid),
      sendBitcoin: say('sendBitcoin', txid),
      on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
      removeListener: (event: string) => listeners.delete(event),
      ...over,
    }
    return { wallet, calls, tell: (event: string, value?: unknown) => listeners.get(event)?.(value) }
  }

  it('connects, signs and pays, all in hex', async () => {
    const { wallet, calls } = provider()
    const connector = connected(unisatDialect(wallet))
    expect(await connector.open()).toMatchObject({
      networkId: main,
      accounts: [{ address: payment, type: 'payment', publicKey: key }],
    })
    await connector.request(main, 'signMessage', { account: payment, message: 'hi', protocol: 'bip322' })
    const signInputs = [{ address: payment, index: 0, sighashTypes: [1] }]
    const asking = { account: payment, psbt: encodeBase64(psbt), signInputs, broadcast: true }
    expect(await connector.request(main, 'signPsbt', asking)).toEqual({ psbt: encodeBase64(signed), txid })
    await connector.request(main, 'sendTransfer', { account: payment, recipientAddress: payment, amount: '900' })
    expect(calls.filter(([name]) => name !== 'getAccounts' && name !== 'requestAccounts')).toEqual([
      ['signMessage', 'hi', 'bip322-simple'],
      [
        'signPsbt',
        hex(psbt),
        { autoFinalized: true, toSignInputs: [{ address: payment, index: 0, sighashTypes: [1] }] },
      ],
      ['pushPsbt', hex(signed)],
      ['sendBitcoin', payment, 900],
    ])
  })

  it('switches to the networks that it supports, and reports it', async () => {
    const { wallet, calls, tell } = provider()
    const connector = connected(unisatDialect(wallet))
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    const signet = { networkId: bitcoinNetworks[3]!.id } as never
    await connector.switchNetwork?.(signet, [], new AbortController().signal)
    expect(calls.at(-1)).toEqual(['switchChain', 'BITCOIN_SIGNET'])
    tell('chainChanged')
    await expect.poll(() => events).toEqual([{ type: 'networkChanged', networkId: main }])
    tell('accountsChanged', [])
    await expect.poll(() => events[1]).toEqual({ type: 'accountsChanged', accounts: [] })
    // An OKX provider serves one network.
    expect(connected(unisatDialect(wallet, main))).not.toHaveProperty('switchNetwork')
  })

  it('rejects an invalid response', async () => {
    const broken = (over: Record<string, unknown>) => connected(unisatDialect(provider(over).wallet))
    for (const answer of [null, 'x', [{}], [7]])
      await expect(broken({ requestAccounts: async () => answer }).open()).rejects.toMatchObject({
        code: 'wallet_answer_invalid',
      })
    const request = (over: Record<string, unknown>, method: string, params: object) =>
      broken(over).request(main, method, { account: payment, ...params })
    await expect(request({ signMessage: async () => 7 }, 'signMessage', { message: 'x' })).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
    const transfer = { recipientAddress: payment, amount: '5' }
    await expect(request({ sendBitcoin: async () => 'ok' }, 'sendTransfer', transfer)).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
    for (const wrong of [
      { amount: '0' },
      { amount: '1.5' },
      { recipientAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' },
    ])
      await expect(request({}, 'sendTransfer', { ...transfer, ...wrong })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    await expect(request({}, 'signPsbt', { psbt: 'AAAA' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(request({}, 'dumpPrivateKey', {})).rejects.toMatchObject({ code: 'wallet_method_unsupported' })
  })
})
