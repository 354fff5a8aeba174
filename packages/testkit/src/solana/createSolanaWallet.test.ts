import { beforeEach, expect, test } from 'vitest'
import { decodeBase58 } from '../base58.ts'
import { createDevnetWallet, type DevnetWallet } from '../createDevnetWallet.ts'
import type { createSolanaWallet } from './createSolanaWallet.ts'

type SolanaWallet = ReturnType<typeof createSolanaWallet>

const seeds = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
let window: EventTarget
let wallet: DevnetWallet

beforeEach(() => {
  window = new EventTarget()
  wallet = createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://one.test' }], solana: { seeds } })
})

function siteReady() {
  const found: SolanaWallet[] = []
  const api = {
    register: (...wallets: SolanaWallet[]) => {
      found.push(...wallets)
      return () => void (found.length = 0)
    },
  }
  window.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api))
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return found
}

const installed = () => {
  wallet.install(window)
  return siteReady()[0]!
}

test('site and wallet find each other whoever comes first, and part again', () => {
  const early = siteReady()
  const uninstall = wallet.install(window)
  expect(early.map(({ name }) => name)).toEqual(['Devnet Wallet'])
  const late = siteReady()
  expect(late[0]).toBe(early[0])
  uninstall()
  expect([...early, ...late]).toEqual([])
  expect(siteReady()).toEqual([])
})

test('says what it can do, and nothing about transactions', () => {
  const solana = installed()
  expect(solana.version).toBe('1.0.0')
  expect(solana.chains).toEqual(['solana:localnet'])
  expect(Object.keys(solana.features)).toEqual([
    'standard:connect',
    'standard:disconnect',
    'standard:events',
    'solana:signMessage',
  ])
  expect(solana.icon).toMatch(/^data:image\/svg\+xml;base64,/)
})

test('a silent connect asks nobody and shares nothing new', async () => {
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

test('a signature verifies under the address, and changing the message later changes nothing', async () => {
  const solana = installed()
  const { accounts } = await solana.features['standard:connect'].connect()
  const [account] = accounts
  const message = new TextEncoder().encode('hello')
  const [output] = await solana.features['solana:signMessage'].signMessage({ account: account!, message })
  message[0] = 0
  const key = await crypto.subtle.importKey('raw', decodeBase58(account!.address)!, 'Ed25519', false, ['verify'])
  expect(await crypto.subtle.verify('Ed25519', key, output!.signature, new TextEncoder().encode('hello'))).toBe(true)
  expect(await crypto.subtle.verify('Ed25519', key, output!.signature, message)).toBe(false)
  expect(new TextDecoder().decode(output!.signedMessage)).toBe('hello')
})

test('tells of another account, of a lock and of the end', async () => {
  const solana = installed()
  const told: number[] = []
  const stop = solana.features['standard:events'].on('change', ({ accounts }) => told.push(accounts.length))
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
  expect(told).toEqual([1, 1, 0, 1, 0])
  stop()
})

test('an EVM-only wallet does not show up, and broken seeds are named', () => {
  createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://one.test' }], solana: false }).install(window)
  expect(siteReady()).toEqual([])
  const broken = () =>
    createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://one.test' }], solana: { seeds: ['0x12'] } })
  expect(broken).toThrow('A Solana seed is 0x and 64 hexadecimal digits')
})
