import { base58 } from '@scure/base'
import { beforeEach, expect, test } from 'vitest'
import { createDevnetWallet, type DevnetWallet } from '../createDevnetWallet.ts'
import type { createSolanaWallet, StandardAccount } from './createSolanaWallet.ts'

type SolanaWallet = ReturnType<typeof createSolanaWallet>

const seeds = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
let window: EventTarget
let wallet: DevnetWallet

beforeEach(() => {
  window = new EventTarget()
  wallet = createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://one.test' }], solana: { seeds } })
})

function siteReady() {
  const registrations: SolanaWallet[] = []
  const api = {
    register: (...wallets: SolanaWallet[]) => {
      registrations.push(...wallets)
      return () => void (registrations.length = 0)
    },
  }
  window.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api))
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return registrations
}

const installed = () => {
  wallet.install(window)
  return siteReady()[0]!
}

test('is found by a site whichever loads first, and unregisters', () => {
  const early = siteReady()
  const uninstall = wallet.install(window)
  expect(early.map(({ name }) => name)).toEqual(['Devnet Wallet'])
  const late = siteReady()
  expect(late[0]).toBe(early[0])
  uninstall()
  expect([...early, ...late]).toEqual([])
  expect(siteReady()).toEqual([])
})

test('lists its features, and sends only with a node', () => {
  const solana = installed()
  expect(solana.version).toBe('1.0.0')
  expect(solana.chains).toEqual(['solana:localnet'])
  expect(Object.keys(solana.features)).toEqual([
    'standard:connect',
    'standard:disconnect',
    'standard:events',
    'solana:signIn',
    'solana:signMessage',
    'solana:signTransaction',
  ])
  const rpcUrls = { 'solana:localnet': 'http://one.test' }
  const sending = createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://one.test' }], solana: { seeds, rpcUrls } })
  window = new EventTarget()
  sending.install(window)
  expect(Object.keys(siteReady()[0]!.features)).toContain('solana:signAndSendTransaction')
  expect(solana.icon).toMatch(/^data:image\/svg\+xml;base64,/)
})

test('shares nothing new on a silent connect, and does not prompt', async () => {
  const solana = installed()
  const { connect } = solana.features['standard:connect']
  wallet.policy('reject')
  expect(await connect({ silent: true })).toEqual({ accounts: [] })
  await expect(connect()).rejects.toMatchObject({ code: 4001 })
  wallet.policy('approve')
  const { accounts } = await connect()
  expect(accounts).toHaveLength(1)
  wallet.policy('reject')
  expect(await connect({ silent: true })).toEqual({ accounts })
  expect(solana.accounts).toEqual(accounts)
})

test('signs messages verifiably, unaffected by later changes to the array', async () => {
  const solana = installed()
  const { accounts } = await solana.features['standard:connect'].connect()
  const [account] = accounts
  const message = new TextEncoder().encode('hello')
  const [output] = await solana.features['solana:signMessage'].signMessage({ account: account!, message })
  message[0] = 0
  const key = await crypto.subtle.importKey('raw', base58.decode(account!.address) as BufferSource, 'Ed25519', false, [
    'verify',
  ])
  expect(await crypto.subtle.verify('Ed25519', key, output!.signature, new TextEncoder().encode('hello'))).toBe(true)
  expect(await crypto.subtle.verify('Ed25519', key, output!.signature, message)).toBe(false)
  expect(new TextDecoder().decode(output!.signedMessage)).toBe('hello')
})

const transactionOf = (signer: Uint8Array) =>
  Uint8Array.from([1, ...new Uint8Array(64), 1, 0, 0, 1, ...signer, ...new Uint8Array(32).fill(9), 0])

test('signs a transaction in the account’s place after showing it, and never for another account', async () => {
  const solana = installed()
  const { accounts } = await solana.features['standard:connect'].connect()
  const [account] = accounts as [StandardAccount]
  const { signTransaction } = solana.features['solana:signTransaction']
  const transaction = transactionOf(account.publicKey)
  const [output] = await signTransaction({ account, transaction, chain: 'solana:localnet' })
  const key = await crypto.subtle.importKey('raw', new Uint8Array(account.publicKey), 'Ed25519', false, ['verify'])
  const { signedTransaction } = output!
  const signature = signedTransaction.slice(1, 65)
  expect(await crypto.subtle.verify('Ed25519', key, signature, signedTransaction.slice(65))).toBe(true)
  expect(signedTransaction.slice(65)).toEqual(transaction.slice(65))

  const stranger = signTransaction({ account, transaction: transactionOf(new Uint8Array(32).fill(7)) })
  await expect(stranger).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('is not a signer') })
  await expect(signTransaction({ account, transaction: new Uint8Array(3) })).rejects.toMatchObject({ code: -32602 })
  await expect(signTransaction({ account, transaction, chain: 'solana:mainnet' })).rejects.toMatchObject({ code: 4902 })
  wallet.policy('stall')
  const waiting = signTransaction({ account, transaction })
  await expect.poll(() => wallet.pending()[0]?.question).toMatchObject({ kind: 'instructions', isSent: false })
  wallet.rejectNext()
  await expect(waiting).rejects.toMatchObject({ code: 4001 })
})

test('reports an account change, a lock and a disconnect', async () => {
  const solana = installed()
  const counts: number[] = []
  const stop = solana.features['standard:events'].on('change', ({ accounts }) => counts.push(accounts.length))
  const { accounts } = await solana.features['standard:connect'].connect()
  wallet.switchAccount(1)
  const again = await solana.features['standard:connect'].connect()
  expect(again.accounts[0]?.address).not.toBe(accounts[0]?.address)
  const message = new Uint8Array(1)
  await expect(
    solana.features['solana:signMessage'].signMessage({ account: accounts[0]!, message }),
  ).rejects.toMatchObject({ code: 4100 })
  wallet.lock()
  expect(await solana.features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] })
  wallet.unlock()
  expect((await solana.features['standard:connect'].connect({ silent: true })).accounts).toHaveLength(1)
  await solana.features['standard:disconnect'].disconnect()
  expect(solana.accounts).toEqual([])
  expect(counts).toEqual([1, 1, 0, 1, 0])
  stop()
})

test('does not register an EVM-only wallet, and names broken seeds', () => {
  createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://one.test' }], solana: false }).install(window)
  expect(siteReady()).toEqual([])
  const broken = () =>
    createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://one.test' }], solana: { seeds: ['0x12'] } })
  expect(broken).toThrow('A Solana seed is 0x and 64 hexadecimal digits')
})
