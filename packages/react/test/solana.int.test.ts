import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import type { Kit } from '@billfold/core/kit'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { systemClock } from '@billfold/core/ports/clock'
import { setUpKit, until } from '@billfold/core/test/setUpKit'
import { socketPage } from '@billfold/core/test/walletConnect/visitWithWc'
import { createDevnetWallet, type DevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { createWalletConnectWallet, mainnets } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  assertIsFullySignedTransaction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
  type Transaction,
  type TransactionSigner,
  verifySignature,
} from '@solana/kit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SolanaProvider } from '../src/api/solanaProvider.ts'
import { walletProvider } from '../src/api/walletProvider.ts'
import { solanaSigner } from '../src/solanaSigner.ts'

// @solana/kit as it is on npm builds, judges and names every transaction here: none of it is ours.
const network = {
  id: 'localnet',
  name: 'Solana Local',
  chainNamespace: 'solana',
  caipNetworkId: 'solana:localnet',
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const mainnet = { ...network, id: mainnets.solana.slice(7), name: 'Solana', caipNetworkId: mainnets.solana }
const target = address('9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g')
const kits: Kit[] = []
const sent: { transaction: Transaction; options: unknown }[] = []
let relay: Awaited<ReturnType<typeof startRelayServer>>

beforeAll(async () => {
  relay = await startRelayServer()
})
afterAll(() => relay?.close())
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
  sent.length = 0
})

/** A node's door: it takes what the chain would take, a transaction whose every signature holds. */
async function node(_: string, body: string): Promise<string> {
  const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [string, unknown] }
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(params[0]))
  if (method !== 'sendTransaction' || !(await isWhole(transaction)))
    return JSON.stringify({ id, error: { code: -32003, message: 'Transaction signature verification failure' } })
  sent.push({ transaction, options: params[1] })
  return JSON.stringify({ id, result: getSignatureFromTransaction(transaction) })
}

async function isWhole(transaction: Transaction): Promise<boolean> {
  assertIsFullySignedTransaction(transaction)
  const checks = Object.entries(transaction.signatures).map(async ([signer, signature]) =>
    verifySignature(await getPublicKeyFromAddress(signer as Address), signature!, transaction.messageBytes),
  )
  return (await Promise.all(checks)).every(Boolean)
}

const someHash = blockhash('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQUDfmYSu8Ysm')

/** 0.001 SOL from each signer to the target; the first pays the fee. */
function transfer(version: 'legacy' | 0, payer: TransactionSigner, ...others: TransactionSigner[]) {
  const lifetime = { blockhash: someHash, lastValidBlockHeight: 100n }
  const instructions = [payer, ...others].map((signer) => ({
    programAddress: address('1'.repeat(32)),
    accounts: [
      { address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer },
      { address: target, role: AccountRole.WRITABLE },
    ] as const,
    data: Uint8Array.from([2, 0, 0, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0]),
  }))
  return pipe(
    createTransactionMessage({ version: version as 0 }), // its type takes one version, not either
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
  )
}

type WalletOptions = Partial<Parameters<typeof createDevnetWallet>[0]>
async function visit(options: WalletOptions = {}): Promise<{ kit: Kit; wallet: DevnetWallet }> {
  const wallet = createDevnetWallet({
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
    solana: { rpcUrls: { 'solana:localnet': 'http://127.0.0.1:1' } },
    transport: node,
    ...options,
  })
  const { kit, page } = setUpKit({ networks: [network] })
  kits.push(kit)
  wallet.install(page.page.events)
  await connectWallet(kit, { connectorId: 'Devnet Wallet', namespace: 'solana' })
  return { kit, wallet }
}
const providerOf = (kit: Kit) => walletProvider(kit, 'solana') as SolanaProvider
const signerOf = (kit: Kit) => solanaSigner(providerOf(kit), connectedAccount(kit.store.get(), 'solana')!.address)

test.each(['legacy', 0] as const)('stock kit signs a transfer (%s) with the wallet', async (version) => {
  const { kit, wallet } = await visit()
  const signed = await signTransactionMessageWithSigners(transfer(version, signerOf(kit)))
  expect(await isWhole(signed)).toBe(true)
  expect(signed.lifetimeConstraint).toMatchObject({ lastValidBlockHeight: 100n })
  expect(wallet.requests.at(-1)).toMatchObject({ method: 'solana:signTransaction', status: 'answered' })
})

test('signs next to other signers, no matter who pays', async () => {
  const { kit } = await visit()
  const other = await generateKeyPairSigner()
  const [first, second] = [transfer(0, other, signerOf(kit)), transfer(0, signerOf(kit), other)]
  expect(await isWhole(await signTransactionMessageWithSigners(first))).toBe(true)
  expect(await isWhole(await signTransactionMessageWithSigners(second))).toBe(true)
})

test('sends transactions of the stock kit, and returns the signature that kit returns', async () => {
  const { kit } = await visit()
  const signature = await signAndSendTransactionMessageWithSigners(transfer(0, signerOf(kit)))
  expect(sent).toHaveLength(1)
  expect(getBase58Decoder().decode(signature)).toBe(getSignatureFromTransaction(sent[0]!.transaction))
  const options = { skipPreflight: true, maxRetries: 2 }
  const bytes = new Uint8Array(getTransactionEncoder().encode(compileTransaction(transfer('legacy', signerOf(kit)))))
  expect(await providerOf(kit).signAndSendTransaction(bytes, options)).toMatch(/^\w{80,90}$/)
  expect(sent[1]!.options).toEqual({ encoding: 'base64', ...options })
})

test('accepts bytes and web3.js classes in AppKit’s methods', async () => {
  const { kit } = await visit()
  const provider = providerOf(kit)
  const bytes = [0, 'legacy'].map(
    (version) =>
      new Uint8Array(getTransactionEncoder().encode(compileTransaction(transfer(version as 0, signerOf(kit))))),
  )
  const judge = (signed: Uint8Array) => isWhole(getTransactionDecoder().decode(signed))
  expect(await judge(await provider.signTransaction(bytes[0]!))).toBe(true)
  const all = await provider.signAllTransactions(bytes)
  expect(await Promise.all(all.map(judge))).toEqual([true, true])
  class Sited {
    readonly bytes: Uint8Array
    constructor(own: Uint8Array) {
      this.bytes = own
    }
    static from = (own: Uint8Array) => new Sited(own)
    serialize = (_?: unknown) => this.bytes
  }
  const signed = await provider.signTransaction(new Sited(bytes[1]!))
  expect(signed).toBeInstanceOf(Sited)
  expect(await judge(signed.bytes)).toBe(true)
  const raw: Uint8Array[] = []
  const connection = { sendRawTransaction: async (own: Uint8Array) => `${raw.push(own)} sent` }
  expect(await provider.sendTransaction(new Sited(bytes[0]!), connection)).toBe('1 sent')
  expect(await judge(raw[0]!)).toBe(true)
  const message = new TextEncoder().encode('Grüezi')
  const key = await getPublicKeyFromAddress(signerOf(kit).address)
  expect(await verifySignature(key, (await provider.signMessage(message)) as never, message)).toBe(true)
  await expect(provider.signTransaction({} as never)).rejects.toThrow('for @solana/kit use solanaSigner')
})

test('words a rejection, a stranger’s transaction, and an unable wallet differently', async () => {
  const { kit, wallet } = await visit({ solana: {} })
  const signer = signerOf(kit)
  wallet.rejectNext()
  await expect(signTransactionMessageWithSigners(transfer(0, signer))).rejects.toMatchObject({ code: 4001 })
  await expect(signAndSendTransactionMessageWithSigners(transfer(0, signer))).rejects.toMatchObject({
    code: 4200,
    message: 'The wallet does not offer solana:signAndSendTransaction',
  })
  const stranger = compileTransaction(transfer(0, await generateKeyPairSigner()))
  const requestCount = wallet.requests.length
  await expect(signer.signTransactions([stranger as never])).rejects.toMatchObject({
    code: -32602,
    message: `${signer.address} is not a signer of this transaction`,
  })
  expect(wallet.requests).toHaveLength(requestCount)
  expect(await providerOf(kit).request({ method: 'solana_getAccounts' })).toEqual([{ pubkey: signer.address }])
})

test('accepts a transaction that the wallet changed, unless others sign the same bytes', async () => {
  const other = await generateKeyPairSigner()
  const changed = await signTransactionMessageWithSigners(transfer(0, other))
  const request = async () => ({ transaction: getBase64EncodedWireTransaction(changed) })
  const signer = solanaSigner({ request } as never, other.address)
  const transaction = compileTransaction(transfer('legacy', other))
  const [taken] = await signer.modifyAndSignTransactions([transaction])
  expect(taken).toMatchObject({ messageBytes: changed.messageBytes, lifetimeConstraint: { blockhash: someHash } })
  await expect(signer.signTransactions([transaction as never])).rejects.toThrow('The wallet changed a transaction')
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(signer.modifyAndSignTransactions([transaction], { abortSignal: signal })).rejects.toThrow('gone')
})

test('signs through WalletConnect if the session approved it, and rejects otherwise', async () => {
  const page = socketPage()
  const { kit } = setUpKit({ relayUrl: relay.url, networks: [mainnet], page, clock: systemClock as never })
  kits.push(kit)
  const phone = createWalletConnectWallet({ relayUrl: relay.url, otherChains: [mainnets.solana], policy: 'ask' })
  try {
    const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'solana' })
    const { walletConnect } = await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')
    const agreed = phone.next('asked').then(({ asking }) => (asking as { approve(): Promise<unknown> }).approve())
    if (walletConnect.pairing.phase === 'offered') await phone.pair(walletConnect.pairing.uri)
    await agreed
    await connecting
    const signer = signerOf(kit)
    phone.policy('approve')
    expect(await isWhole(await signTransactionMessageWithSigners(transfer(0, signer)))).toBe(true)
    const two = [transfer(0, signer), transfer('legacy', signer)].map((message) => compileTransaction(message))
    const signed = await signer.modifyAndSignTransactions(two)
    expect(await Promise.all(signed.map(isWhole))).toEqual([true, true])
    phone.policy('reject')
    await expect(signTransactionMessageWithSigners(transfer(0, signer))).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'user_rejected' }),
    })
    await expect(signAndSendTransactionMessageWithSigners(transfer(0, signer))).rejects.toThrow(
      'The wallet did not approve solana_signAndSendTransaction',
    )
  } finally {
    phone.close()
  }
})
