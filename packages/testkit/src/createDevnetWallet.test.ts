import { beforeEach, describe, expect, test } from 'vitest'
import { createDevnetWallet, type DevnetWallet, type DevnetWalletOptions } from './createDevnetWallet.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chains = [
  { id: 31337, rpcUrl: 'http://one.test', name: 'Devnet One' },
  { id: 31338, rpcUrl: 'http://two.test', name: 'Devnet Two' },
]

let window: EventTarget
let wallet: DevnetWallet
let events: [string, unknown][]

function make(options: Partial<DevnetWalletOptions> = {}) {
  window = new EventTarget()
  wallet = createDevnetWallet({ chains, ...options })
  events = []
  for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
    wallet.provider.on(name, (payload) => events.push([name, payload]))
  return wallet.install(window)
}
const request = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
const connect = () => request('eth_requestAccounts')

beforeEach(() => void make())

describe('connecting', () => {
  test('shows no account before connecting, one after, and none while locked', async () => {
    expect(await request('eth_accounts')).toEqual([])
    expect(await connect()).toEqual([alice])
    wallet.lock()
    expect(await request('eth_accounts')).toEqual([])
    wallet.unlock()
    expect(await request('eth_accounts')).toEqual([alice])
    expect(events).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [alice]],
      ['accountsChanged', []],
      ['accountsChanged', [alice]],
    ])
  })

  test('rejects with 4001 and shares no account', async () => {
    wallet.policy('reject')
    await expect(connect()).rejects.toMatchObject({ code: 4001, message: 'User rejected the request' })
    expect(await request('eth_accounts')).toEqual([])
    expect(wallet.requests[0]).toEqual({
      method: 'eth_requestAccounts',
      params: [],
      status: 'failed',
      error: { code: 4001, message: 'User rejected the request' },
    })
  })

  test('rejects a second request with -32002 while one is pending', async () => {
    wallet.policy('stall')
    const first = connect()
    await expect.poll(() => wallet.pending()).toHaveLength(1)
    await expect(connect()).rejects.toMatchObject({ code: -32002 })
    wallet.pending()[0]?.approve()
    expect(await first).toEqual([alice])
    expect(wallet.pending()).toEqual([])
  })

  test('waits for the unlock while locked, whatever the policy', async () => {
    wallet.lock()
    const accounts = connect()
    await expect.poll(() => wallet.pending()[0]?.question.kind).toBe('unlock')
    wallet.unlock()
    expect(await accounts).toEqual([alice])
  })

  test('requests, lists and revokes permissions', async () => {
    expect(await request('wallet_getPermissions')).toEqual([])
    const granted = await request('wallet_requestPermissions', { eth_accounts: {} })
    expect(granted).toMatchObject([{ parentCapability: 'eth_accounts', caveats: [{ value: [alice] }] }])
    expect(await request('wallet_getPermissions')).toEqual(granted)
    expect(await request('wallet_revokePermissions', { eth_accounts: {} })).toBeNull()
    expect(await request('eth_accounts')).toEqual([])
    await expect(request('wallet_requestPermissions', { cameras: {} })).rejects.toMatchObject({ code: -32602 })
  })

  test('restores its state after a reload, even with other options', async () => {
    const kept = new Map<string, string>()
    const remember = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
    }
    make({ remember })
    await connect()
    wallet.switchChain(31338)
    wallet.switchAccount(1)
    make({ remember, chains: chains.map((chain) => ({ ...chain, rpcUrl: `${chain.rpcUrl}:81` })) })
    expect(await request('eth_accounts')).toEqual([bob])
    expect(await request('eth_chainId')).toBe('0x7a6a')
    wallet.disconnect()
    make({ remember })
    expect(await request('eth_accounts')).toEqual([])
    kept.set('dev.billfold.devnet.state', '{broken')
    make({ remember })
    expect(await request('eth_chainId')).toBe('0x7a69')
  })

  test('lets the person change the account, remove the site, and lose the network', async () => {
    await connect()
    events.length = 0
    wallet.switchAccount(1)
    expect(await request('eth_accounts')).toEqual([bob])
    wallet.disconnect()
    wallet.setOnline(false)
    await expect(request('eth_chainId')).rejects.toMatchObject({ code: 4900 })
    wallet.setOnline(true)
    expect(await request('eth_accounts')).toEqual([])
    expect(events.filter(([name]) => name === 'accountsChanged')).toEqual([
      ['accountsChanged', [bob]],
      ['accountsChanged', []],
    ])
    expect(events.find(([name]) => name === 'disconnect')?.[1]).toMatchObject({ code: 4900 })
    expect(events.at(-1)).toEqual(['connect', { chainId: '0x7a69' }])
    expect(() => wallet.switchAccount(10)).toThrow('The wallet has accounts 0 to 9, not 10')
  })
})

describe('chains', () => {
  test('prompts for a network switch and announces it, except to the current network', async () => {
    expect(await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
    expect(events).toContainEqual(['chainChanged', '0x7a6a'])
    expect(await request('net_version')).toBe('31338')
    wallet.policy('reject')
    expect(await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
    await expect(request('wallet_switchEthereumChain', { chainId: '0x7a69' })).rejects.toMatchObject({ code: 4001 })
    expect(await request('eth_chainId')).toBe('0x7a6a')
  })

  test('rejects an unknown chain with 4902 and a broken id with -32602, without a prompt', async () => {
    wallet.policy('stall')
    await expect(request('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({ code: 4902 })
    for (const chainId of [1, '1', '0x', '0x0', undefined])
      await expect(request('wallet_switchEthereumChain', { chainId })).rejects.toMatchObject({ code: -32602 })
    expect(() => wallet.switchChain(1)).toThrow('The wallet does not know chain 1')
  })

  test('adds a chain only if its node confirms the id', async () => {
    const urls: string[] = []
    const transport = async (url: string) => {
      urls.push(url)
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7b' })
    }
    make({ transport })
    const chain = {
      chainName: 'Third',
      rpcUrls: ['http://three.test'],
      nativeCurrency: { name: 'Three', symbol: 'THR', decimals: 18 },
    }
    await expect(request('wallet_addEthereumChain', { ...chain, chainId: '0x7c' })).rejects.toMatchObject({
      code: -32602,
    })
    expect(await request('wallet_addEthereumChain', { ...chain, chainId: '0x7b' })).toBeNull()
    expect(await request('eth_chainId')).toBe('0x7b')
    expect(urls).toEqual(['http://three.test', 'http://three.test'])
    await expect(request('wallet_addEthereumChain', { chainId: '0x7d', rpcUrls: ['ftp://x'] })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

test('only waits for the unlock if the site is connected', async () => {
  await connect()
  wallet.lock()
  wallet.policy({ eth_requestAccounts: 'stall' })
  const again = connect()
  await expect.poll(() => wallet.pending()[0]?.question.kind).toBe('unlock')
  wallet.unlock()
  expect(await again).toEqual([alice])
})

test('removing the site answers what it still waits for', async () => {
  await connect()
  wallet.policy('stall')
  const signature = request('personal_sign', 'hi', alice)
  await expect.poll(() => wallet.pending()).toHaveLength(1)
  wallet.disconnect()
  await expect(signature).rejects.toMatchObject({ code: 4001 })
})

describe('policies', () => {
  test('merges policies by method, and replaces them by a single one', async () => {
    wallet.policy({ personal_sign: 'reject' })
    await connect()
    await expect(request('personal_sign', '0x6869', alice)).rejects.toMatchObject({ code: 4001 })
    wallet.policy({ personal_sign: 'approve', '*': 'reject' })
    expect(await request('personal_sign', '0x6869', alice)).toMatch(/^0x[0-9a-f]{130}$/)
    await expect(request('wallet_switchEthereumChain', { chainId: '0x7a6a' })).rejects.toMatchObject({ code: 4001 })
    wallet.policy('approve')
    expect(await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
  })

  test('answers the next request, or the pending one', async () => {
    wallet.rejectNext()
    await expect(connect()).rejects.toMatchObject({ code: 4001 })
    expect(await connect()).toEqual([alice])
    wallet.policy('stall')
    const signature = request('personal_sign', 'hi', alice)
    await expect.poll(() => wallet.pending()).toHaveLength(1)
    wallet.approveNext()
    expect(await signature).toMatch(/^0x/)
  })

  test('fails the next request with the set error, by method or by need of a prompt', async () => {
    wallet.failNext(-32603, 'Out of paper')
    wallet.failNext(-32005, 'Too fast', 'eth_chainId')
    await expect(request('eth_chainId')).rejects.toMatchObject({ code: -32005, message: 'Too fast' })
    await expect(connect()).rejects.toMatchObject({ code: -32603, message: 'Out of paper' })
    expect(await connect()).toEqual([alice])
  })

  test("throws for the policy 'ask' without a page", async () => {
    wallet.policy('ask')
    await expect(connect()).rejects.toThrow("The policy is 'ask', but the wallet is not installed in a page")
  })

  test('queues signatures, but not connections', async () => {
    await connect()
    wallet.policy('stall')
    const all = Promise.allSettled(['a', 'b'].map((text) => request('personal_sign', text, alice)))
    await expect.poll(() => wallet.pending()).toHaveLength(2)
    wallet.rejectNext()
    wallet.approveNext()
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})

test('calls all listeners even if one throws', async () => {
  const thrown: unknown[] = []
  const catchIt = (error: unknown) => thrown.push(error)
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', catchIt)
  const chainIds: unknown[] = []
  wallet.provider.on('chainChanged', () => {
    throw new Error('page bug')
  })
  wallet.provider.on('chainChanged', (id) => chainIds.push(id))
  wallet.switchChain(31338)
  await new Promise((resolve) => setImmediate(resolve))
  process.removeListener('uncaughtException', catchIt)
  for (const listener of before) process.on('uncaughtException', listener)
  expect(chainIds).toEqual(['0x7a6a'])
  expect(thrown).toMatchObject([{ message: 'page bug' }])
})
