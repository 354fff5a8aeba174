import { encodeBase58 } from '@billfold/protocol/base58'
import { bytesOfHex } from '@billfold/protocol/bytes'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { createUrDecoder, type Ur } from '@billfold/protocol/ur/urDecoder'
import { createUrEncoder } from '@billfold/protocol/ur/urEncoder'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { URDecoder } from '@ngraveio/bc-ur'
import { NETWORK, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { evmNetwork, setUpKit, solanaNetwork } from '../../test/setUpKit.ts'
import { type DeviceUr, simulatedKeystone } from '../../test/simulatedKeystone.ts'
import type { ConnectorHost } from '../model/siteConnector.ts'
import { qrConnector } from './qrConnector.ts'
import type { QrScreen } from './qrScreen.ts'

const device = simulatedKeystone()
const evm = 'eip155:1' as CaipNetworkId
const solana = `solana:${solanaNetwork.id}` as CaipNetworkId
const bitcoin = 'bip122:000000000019d6689c085ae165831e93' as CaipNetworkId
const bitcoinNetwork = {
  ...{ id: bitcoin.slice(7), name: 'Bitcoin', chainNamespace: 'bip122' },
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const signal = new AbortController().signal

type Nodes = Readonly<Record<string, unknown>>
type Change = (answer: DeviceUr, request: Ur) => DeviceUr | Promise<DeviceUr>

/** A visitor who holds the device before the page: every code goes through parts, in both directions. */
function setUp(
  namespace: Namespace,
  { nodes = {}, change, account }: { nodes?: Nodes; change?: Change; account?: () => DeviceUr } = {},
) {
  const { kit } = setUpKit({ networks: [evmNetwork(1), solanaNetwork, bitcoinNetwork] })
  const calls: { method: string; params: readonly unknown[] }[] = []
  const host: ConnectorHost = {
    ...{ store: kit.store, options: kit.options },
    ports: {
      ...kit.ports,
      async http({ body }: { body?: string }) {
        const call = JSON.parse(body ?? '{}') as { method: string; params: readonly unknown[] }
        calls.push(call)
        const result = nodes[call.method]
        const answer = result instanceof Error ? { error: { code: -32000, message: result.message } } : { result }
        return {
          status: 200,
          headers: new Headers(),
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }),
        } as never
      },
    } as never,
  }
  let scans = 0
  const screen: QrScreen = (task) =>
    task({
      async connect({ known, read }) {
        if (!known) scans += 1
        const choice = known ?? read(scan((account ?? device.accounts)()))
        return choice.page(0)[0]!
      },
      async sign({ ur, read }) {
        const request = show(ur)
        const answer = await device.answer(request)
        return read(scan(change ? await change(answer, ur) : answer))
      },
    })
  const connector = qrConnector({ id: 'qr', name: 'Keystone', type: 'EXTERNAL', namespace }, host, screen)
  return { connector, host, screen, calls, scans: () => scans }
}

/** Shown by the page, read by the device’s own library. */
function show({ type, message }: Ur): DeviceUr {
  const { count, part } = createUrEncoder(type, message, 90)
  const decoder = new URDecoder()
  for (let number = 1; number <= count; number++) decoder.receivePart(part(number))
  const ur = decoder.resultUR()
  return { type: ur.type, cbor: ur.cbor }
}

/** Shown by the device, read by the page. */
function scan(ur: DeviceUr): Ur {
  const decoder = createUrDecoder()
  for (const part of device.parts(ur, 80)) {
    const result = decoder.read(part)
    if (result.kind === 'done') return result.ur
  }
  throw new Error('The code is incomplete')
}

async function connected(namespace: Namespace, networkId: CaipNetworkId, more: Parameters<typeof setUp>[1] = {}) {
  const at = setUp(namespace, more)
  const session = await at.connector.connect({ silent: false, networkId, signal })
  const { address } = session.accounts[0]
  const request = (method: string, params: unknown) => at.connector.request(networkId, method, params, signal)
  return { ...at, session, address, request }
}

const typedData = {
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

describe('connecting a device', () => {
  it('shares the account of the device, in each family, after one scan', async () => {
    const { connector, host, screen, scans, address } = await connected('eip155', evm)
    expect(address).toBe(device.evm(0).address)
    expect(connector.namespace).toBe('eip155')
    const second = qrConnector({ id: 'qr', name: 'Keystone', type: 'EXTERNAL', namespace: 'solana' }, host, screen)
    const { accounts } = await second.connect({ silent: false, networkId: solana, signal })
    expect(accounts[0].address).toBe(encodeBase58(device.solanaPublic))
    expect(scans()).toBe(1)
  })

  it('reconnects without the device after a reload, until it is disconnected', async () => {
    const { host, screen, connector } = await connected('eip155', evm)
    const again = qrConnector({ id: 'qr', name: 'Keystone', type: 'EXTERNAL', namespace: 'eip155' }, host, screen)
    const session = await again.connect({ silent: true, networkId: evm, signal })
    expect(session.accounts[0].address).toBe(device.evm(0).address)
    await connector.disconnect()
    await expect(again.connect({ silent: true, networkId: evm, signal })).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  it.each([
    'nonsense',
    '{"eip155":{"fingerprint":1}}',
    `{"eip155":{"fingerprint":1,"key":"${'00'.repeat(33)}","keyPath":"m/44'/60'/0'","index":0}}`,
    `{"eip155":{"fingerprint":1,"key":"${'02'.repeat(33)}","keyPath":"m/44'/60'/0'","index":-1}}`,
  ])('ignores a damaged storage row (%#)', async (row) => {
    const { connector, host } = setUp('eip155')
    host.ports.storage.set('@billfold/qr-signer', row)
    await expect(connector.connect({ silent: true, networkId: evm, signal })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(await connector.accounts()).toEqual([])
  })

  it('rejects an account code without accounts of the family', async () => {
    const { connector } = setUp('solana', { account: device.evmAccount })
    const connecting = connector.connect({ silent: false, networkId: solana, signal })
    await expect(connecting).rejects.toThrow('no accounts for this network')
  })

  it('passes the visitor’s rejection on', async () => {
    const { host } = setUp('eip155')
    const closed: QrScreen = async () => {
      throw new KitError('user_rejected')
    }
    const connector = qrConnector({ id: 'qr', name: 'Keystone', type: 'EXTERNAL', namespace: 'eip155' }, host, closed)
    const connecting = connector.connect({ silent: false, networkId: evm, signal })
    await expect(connecting).rejects.toMatchObject({ code: 'user_rejected' })
  })
})

describe('EVM requests', () => {
  it('returns the signature of a message as the device library makes it', async () => {
    const { request, address } = await connected('eip155', evm)
    const signature = (await request('personal_sign', ['0x48656c6c6f', address])) as `0x${string}`
    expect(signature).toBe(await device.evm(0).signMessage({ message: 'Hello' }))
    expect(await verifyMessage({ address: address as never, message: 'Hello', signature })).toBe(true)
    expect(await request('personal_sign', [address, 'Hello'])).toBe(signature)
  })

  it('returns the signature of typed data as the device library makes it', async () => {
    const { request, address } = await connected('eip155', evm)
    const signature = (await request('eth_signTypedData_v4', [address, JSON.stringify(typedData)])) as `0x${string}`
    expect(signature).toBe(await device.evm(0).signTypedData(typedData as never))
    expect(await verifyTypedData({ ...(typedData as never as object), address, signature } as never)).toBe(true)
  })

  const nodes = {
    eth_getTransactionCount: '0x7',
    eth_estimateGas: '0x5208',
    eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
  }
  const payment = { to: device.other.address, value: '0xde0b6b3a7640000' }

  it('builds, signs and broadcasts an EIP-1559 transaction', async () => {
    const { request, address, calls } = await connected('eip155', evm, { nodes })
    const hash = await request('eth_sendTransaction', [{ from: address, ...payment, chainId: '0x1' }])
    const [raw] = calls.find(({ method }) => method === 'eth_sendRawTransaction')!.params as [`0x02${string}`]
    const fees = { gas: 21000n, maxFeePerGas: 2_000_000_001n, maxPriorityFeePerGas: 1n }
    const transaction = { ...fees, type: 'eip1559', chainId: 1, nonce: 7, to: payment.to, value: 10n ** 18n } as const
    expect(raw).toBe(await device.evm(0).signTransaction(transaction))
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(address)
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('signs a legacy transaction with EIP-155, as the device library does', async () => {
    const { request, address } = await connected('eip155', evm, { nodes })
    const raw = await request('eth_signTransaction', [
      { from: address, ...payment, gas: '0x5208', gasPrice: '0x9', nonce: '0x0' },
    ])
    const transaction = {
      type: 'legacy',
      chainId: 1,
      gas: 21000n,
      gasPrice: 9n,
      nonce: 0,
      to: payment.to,
      value: 10n ** 18n,
    } as const
    expect(raw).toBe(await device.evm(0).signTransaction(transaction))
    expect(parseTransaction(raw as `0x${string}`).chainId).toBe(1)
  })

  it('reports a rejected broadcast, and returns the hash if a node already has it', async () => {
    const rejecting = { ...nodes, eth_sendRawTransaction: new Error('insufficient funds for gas') }
    const rejected = await connected('eip155', evm, { nodes: rejecting })
    const transaction = [{ from: rejected.address, ...payment }]
    await expect(rejected.request('eth_sendTransaction', transaction)).rejects.toThrow()
    const known = await connected('eip155', evm, {
      nodes: { ...nodes, eth_sendRawTransaction: new Error('already known') },
    })
    expect(await known.request('eth_sendTransaction', transaction)).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('refuses another chain, account, type of transaction, and invalid data before it shows a code', async () => {
    const { request, address } = await connected('eip155', evm, { nodes })
    const send = (fields: object) => request('eth_sendTransaction', [{ from: address, ...payment, ...fields }])
    await expect(send({ chainId: '0x2' })).rejects.toMatchObject({ code: 'chain_disconnected' })
    await expect(send({ from: device.other.address })).rejects.toMatchObject({ code: 'account_mismatch' })
    await expect(send({ authorizationList: [] })).rejects.toMatchObject({ code: 'wallet_method_unsupported' })
    await expect(send({ data: '0xzz' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(send({ to: 'shop.eth' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(request('eth_signTypedData_v4', [address, '{}'])).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(request('eth_sign', [address, '0x00'])).rejects.toMatchObject({ code: 'wallet_method_unsupported' })
  })

  it('refuses the answer to another request, and another account’s signature', async () => {
    const earlier = await connected('eip155', evm, {
      change: async (_, ur) =>
        device.answer({ type: ur.type, cbor: ur.message.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) }),
    })
    await expect(earlier.request('personal_sign', ['0x48', earlier.address])).rejects.toThrow('answers another request')
    const other = await connected('eip155', evm, {
      change: (answer) => ({ ...answer, cbor: answer.cbor.map((byte, at) => (at === 40 ? byte ^ 1 : byte)) }),
    })
    await expect(other.request('personal_sign', ['0x48', other.address])).rejects.toThrow('Another account signed')
  })
})

describe('Solana requests', () => {
  const networkId = solana
  const message = Uint8Array.from([
    1,
    0,
    1,
    2,
    ...device.solanaPublic,
    ...new Uint8Array(32),
    ...new Uint8Array(32).fill(3),
    1,
    1,
    1,
    0,
    1,
    9,
  ])
  const transaction = encodeBase64(Uint8Array.from([1, ...new Uint8Array(64), ...message]))

  it('signs a message and a transfer', async () => {
    const { request, address } = await connected('solana', networkId)
    const { signature } = (await request('solana_signMessage', {
      message: encodeBase58(bytesOfHex('48656c6c6f')),
      pubkey: address,
    })) as { signature: string }
    expect(signature.length).toBeGreaterThan(80)
    const signed = (await request('solana_signTransaction', { transaction, pubkey: address })) as {
      transaction: string
    }
    const read = readSolanaTransaction(decodeBase64(signed.transaction))
    expect(read.signatures[0]!.some((byte) => byte !== 0)).toBe(true)
    const all = (await request('solana_signAllTransactions', { transactions: [transaction, transaction] })) as {
      transactions: string[]
    }
    expect(all.transactions).toEqual([signed.transaction, signed.transaction])
  })

  it('broadcasts what it signs, if the site asks for that', async () => {
    const { request, calls } = await connected('solana', networkId, { nodes: { sendTransaction: 'x' } })
    const { signature } = (await request('solana_signAndSendTransaction', { transaction })) as { signature: string }
    expect(calls.at(-1)?.method).toBe('sendTransaction')
    expect(signature.length).toBeGreaterThan(80)
  })

  it('refuses a damaged signature, and a transaction of other signers', async () => {
    const change: Change = (answer) => ({
      ...answer,
      cbor: answer.cbor.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    })
    const { request } = await connected('solana', networkId, { change })
    await expect(request('solana_signTransaction', { transaction })).rejects.toThrow('Another account signed')
    const foreign = encodeBase64(decodeBase64(transaction).map((byte, at) => (at === 70 ? byte ^ 1 : byte)))
    await expect(request('solana_signTransaction', { transaction: foreign })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('Bitcoin requests', () => {
  const key = (path: string) => device.master.derive(path).publicKey!
  const pays = p2wpkh(key("m/84'/0'/0'/0/0"), NETWORK)
  const psbtOf = (script: Uint8Array, extra: object = {}) => {
    const transaction = new Transaction()
    transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 50_000n }, ...extra })
    transaction.addOutputAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 40_000n)
    return transaction.toPSBT()
  }

  it('signs a PSBT as the device library does', async () => {
    const { request, address } = await connected('bip122', bitcoin)
    expect(address).toBe(pays.address)
    const { psbt } = (await request('signPsbt', {
      psbt: encodeBase64(psbtOf(pays.script)),
      signInputs: [{ index: 0, address, sighashTypes: [1] }],
    })) as { psbt: string }
    const signed = Transaction.fromPSBT(decodeBase64(psbt))
    const own = Transaction.fromPSBT(psbtOf(pays.script))
    own.signIdx(device.master.derive("m/84'/0'/0'/0/0").privateKey!, 0)
    expect(signed.getInput(0).partialSig).toEqual(own.getInput(0).partialSig)
    signed.finalize()
    own.finalize()
    expect(signed.hex).toBe(own.hex)
  })

  it('signs a taproot PSBT', async () => {
    const taproot = p2tr(key("m/86'/0'/0'/0/0").slice(1))
    const { host, screen } = setUp('bip122')
    const choosing: QrScreen = (task) =>
      screen((views) =>
        task({
          ...views,
          connect: async ({ read }) =>
            read(scan(device.accounts()))
              .page(0)
              .find(({ address }) => address === taproot.address)!,
        }),
      )
    const second = qrConnector({ id: 'qr', name: 'Keystone', type: 'EXTERNAL', namespace: 'bip122' }, host, choosing)
    await second.connect({ silent: false, networkId: bitcoin, signal })
    const { psbt } = (await second.request(bitcoin, 'signPsbt', { psbt: encodeBase64(psbtOf(taproot.script)) })) as {
      psbt: string
    }
    const signed = Transaction.fromPSBT(decodeBase64(psbt))
    signed.finalize()
    expect(signed.isFinal).toBe(true)
    await expect(second.request(bitcoin, 'signMessage', { message: 'Hello' })).rejects.toMatchObject({
      code: 'wallet_method_unsupported',
    })
  })

  it('refuses a PSBT of another transaction, a damaged one, and inputs of others', async () => {
    const otherPsbt: Change = async () =>
      device.answer(
        show({
          type: 'crypto-psbt',
          message: Uint8Array.from([
            0x58,
            psbtOf(pays.script).length,
            ...psbtOf(pays.script).map((byte, at) => (at === 15 ? 0x22 : byte)),
          ]),
        }),
      )
    const { request, address } = await connected('bip122', bitcoin, { change: otherPsbt })
    await expect(request('signPsbt', { psbt: encodeBase64(psbtOf(pays.script)) })).rejects.toThrow(
      'answers another request',
    )
    const foreign = p2wpkh(device.master.derive("m/84'/0'/9'/0/0").publicKey!)
    await expect(
      request('signPsbt', { psbt: encodeBase64(psbtOf(foreign.script)), signInputs: [{ index: 0, address }] }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(request('signPsbt', { psbt: 'AAAA' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('signs a message that the kit verifies', async () => {
    const { request, address } = await connected('bip122', bitcoin)
    expect(await request('signMessage', { account: address, message: 'Hello' })).toMatchObject({
      address,
      signature: expect.any(String),
    })
  })
})
