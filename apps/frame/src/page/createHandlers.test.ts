import { encodeBase58 } from '@billfold/protocol/base58'
import { ownedAccountAddress, smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { fullUserOperation, operationHashText, toUserOperation } from '@billfold/protocol/embedded/userOperation'
import { KitError } from '@billfold/protocol/error'
import { safeMethods } from '@billfold/protocol/frame/frameRpc'
import { recoverTypedDataAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { openTestFrame as open } from '../../test/openTestFrame.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'
import type { ApprovalView } from '../approval/approvalView.ts'
import { createSmart } from './createSmart.ts'
import { createReadAssets } from './readAssets.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const me = pretendPerson.evmAddress

test('returns the person’s address in each family, and accepts networks by any of their names', async () => {
  const { ask } = open()
  expect(await ask('GET_USER', { chainId: 'eip155:1' })).toEqual({
    ...{ email: 'ann@site.example', address: me, chainId: 1, accounts: [{ address: me, type: 'eoa' }] },
    ...{ smartAccountDeployed: false, preferredAccountType: 'eoa' },
  })
  expect(await ask('SWITCH_NETWORK', { chainId: solana })).toEqual({ chainId: solana })
  expect(await ask('GET_USER', {})).toMatchObject({ address: pretendPerson.solanaAddress, chainId: solana })
  expect(await ask('SWITCH_NETWORK', { chainId: '0x89' })).toEqual({ chainId: 137 })
  expect(await ask('GET_CHAIN_ID', undefined)).toEqual({ chainId: 137 })
  await expect(ask('SWITCH_NETWORK', { chainId: 'bip122:1' })).rejects.toMatchObject({ code: 'chain_unknown' })
})

test('tells concurrent families their own network each', async () => {
  const { ask } = open()
  const [evm, other] = await Promise.all([
    ask('GET_USER', { chainId: 'eip155:31337' }),
    ask('GET_USER', { chainId: solana }),
  ])
  expect([evm.address, evm.chainId]).toEqual([me, 31337])
  expect([other.address, other.chainId]).toEqual([pretendPerson.solanaAddress, solana])
})

test('forgets the person on sign-out', async () => {
  let isIn = true
  const wallet = { restore: async () => (isIn ? pretendPerson : null), signOut: async () => void (isIn = false) }
  const { ask, rpc } = open({ wallet })
  expect(await ask('IS_CONNECTED', undefined)).toEqual({ isConnected: true })
  await ask('SIGN_OUT', undefined)
  expect(await rpc('eth_accounts')).toEqual([])
  await expect(ask('GET_USER', undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(rpc('personal_sign', ['0x00', me])).rejects.toMatchObject({ code: 'unauthorized' })
})

test('sends reads to the active network, shows signatures, and rejects the rest in the specification’s words', async () => {
  const { rpc, node, views, events } = open()
  expect(await rpc('eth_blockNumber')).toBe('0x1')
  expect(node).toHaveBeenCalledWith('eip155:10', { method: 'eth_blockNumber', params: [] }, expect.anything())
  expect(await rpc('eth_chainId')).toBe('0xa')
  expect(await rpc('wallet_getCapabilities', [me, ['0xa']])).toEqual({})
  expect(views).toEqual([])
  for (const method of ['eth_sign', 'wallet_exportKey', 'eth_signTransaction'])
    await expect(rpc(method, [])).rejects.toThrow('Requested RPC call is not allowed')
  await expect(rpc('wallet_sendCalls', [{ calls: [{ to: me }] }])).rejects.toMatchObject({
    code: 'wallet_method_unsupported',
  })
  expect(events).toEqual([])
})

test('answers every read of the safe list, operations by the bundler and assets by the API', async () => {
  const api = {
    getBalance: vi.fn(async ({ chainId }: { chainId?: string | undefined }) => ({
      balances: [
        {
          ...{ name: 'Ether', symbol: 'ETH', chainId: chainId as 'eip155:10', price: 2000, iconUrl: 'https://api/eth' },
          quantity: { decimals: '18', numeric: '1.5' },
        },
        {
          ...{ name: 'USD Coin', symbol: 'USDC', chainId: chainId as 'eip155:10', price: 1, iconUrl: '' },
          ...{ address: `eip155:10:0x${'2'.repeat(40)}` as const, quantity: { decimals: '6', numeric: '7' } },
        },
      ],
    })),
  }
  const [node, bundler] = [vi.fn(async () => 'node'), vi.fn(async () => 'bundler')]
  const smart = createSmart({
    ...{ node, bundler, paymaster: node, projectId: 'shop', pass: async () => 'pass' },
    api: { getSmartAccounts: async () => ({ chains: [] }) },
  })
  const { rpc } = open({ node, smart, assets: createReadAssets(api, { projectId: 'shop' }) })
  const params: Readonly<Record<string, unknown[]>> = {
    wallet_getAssets: [{ account: me }],
    wallet_getCallsStatus: [`0x${'a'.repeat(64)}${'0'.repeat(62)}0a`],
  }
  for (const method of safeMethods)
    await rpc(method, params[method] ?? []).catch((error: KitError) => {
      // A bundler's status has a shape of its own, which the test's has not.
      expect([method, error.code]).toEqual(['wallet_getCallsStatus', 'unavailable'])
    })
  const methodsOf = (of: typeof node) =>
    (of.mock.calls as unknown as [string, { method: string }][]).map(([, { method }]) => method)
  const operations = /UserOperation|EntryPoints/
  // The status of calls is read from a receipt.
  expect([...new Set(methodsOf(bundler))].filter((method) => operations.test(method))).toEqual(
    safeMethods.filter((method) => operations.test(method)),
  )
  expect(methodsOf(node).filter((method) => operations.test(method) || method.startsWith('wallet_'))).toEqual([])
  expect(await rpc('wallet_getAssets', [{ account: me }])).toEqual({
    '0xa': [
      {
        ...{ address: 'native', balance: '0x14d1120d7b160000', type: 'NATIVE' },
        metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2000, iconUrl: 'https://api/eth' },
      },
      {
        ...{ address: `0x${'2'.repeat(40)}`, balance: '0x6acfc0', type: 'ERC20' },
        metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1, iconUrl: '' },
      },
    ],
  })
  await expect(rpc('wallet_getAssets', [{}])).rejects.toMatchObject({ code: 'invalid_input' })
  expect(api.getBalance).toHaveBeenCalledWith({ projectId: 'shop', address: me, chainId: 'eip155:10', currency: 'usd' })
})

test('refuses to initialize a smart account and to collect codes, at once', async () => {
  const { ask } = open()
  await expect(ask('INIT_SMART_ACCOUNT', undefined)).rejects.toMatchObject({ code: 'method_unsupported' })
  await expect(ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: '1' })).rejects.toMatchObject({ code: 'method_unsupported' })
})

test('rejects a request for another account without a prompt', async () => {
  const { rpc, views } = open()
  const other = `0x${'9'.repeat(40)}`
  await expect(rpc('personal_sign', ['0x00', other])).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(rpc('eth_sendTransaction', [{ from: other, to: me }])).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(rpc('eth_sendTransaction', [{ chainId: 1, to: me }])).rejects.toMatchObject({ code: 'invalid_input' })
  expect(views).toEqual([])
})

test('never signs a smart account’s operation as typed data', async () => {
  const { rpc, views } = open()
  const domain = { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: smartAccountContracts.entryPoint }
  const types = { PackedUserOperation: [{ name: 'sender', type: 'address' }] }
  const data = { domain, types, primaryType: 'PackedUserOperation', message: { sender: me } }
  await expect(rpc('eth_signTypedData_v4', [me, JSON.stringify(data)])).rejects.toMatchObject({ code: 'unauthorized' })
  expect(views).toEqual([])
})

test('asks for a second confirmation of a sign-in to another site, and names both', async () => {
  const { rpc, views } = open()
  const text = 'bank.example wants you to sign in with your Ethereum account:\n'
  await rpc('personal_sign', [`0x${Buffer.from(text).toString('hex')}`, me])
  expect(views[0]).toMatchObject({ title: 'Sign in', message: text })
  const [warning] = views[0]!.mustConfirm!
  expect(warning).toContain('bank.example')
  expect(warning).toContain('app.example')
})

test('names a permit with the token’s own symbol, and signs it as shown', async () => {
  const [token, spender] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
  const typedData = {
    domain: { name: 'USD Coin', chainId: 10, verifyingContract: token },
    primaryType: 'Permit' as const,
    types: {
      Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(
        (field) => {
          const [name, type] = field.split(' ') as [string, string]
          return { name, type }
        },
      ),
    },
    message: { owner: me, spender, value: '2500000', nonce: '0', deadline: '1900000000' },
  }
  const node = async (_: string, { params }: { params?: unknown }) => {
    const { data } = (params as [{ data: string }])[0]
    const word = (text: string) => text.padStart(64, '0')
    const symbol = `0x${word('20')}${word('4')}${Buffer.from('USDC').toString('hex').padEnd(64, '0')}`
    return data === '0x313ce567' ? `0x${word('6')}` : symbol
  }
  const { rpc, views } = open({ node })
  const signature = await rpc('eth_signTypedData_v4', [me, JSON.stringify(typedData)])
  const address = await recoverTypedDataAddress({ ...(typedData as never as object), signature } as never)
  expect(address).toBe(me)
  const { lines } = views[0]!
  expect(lines[0]!.text.replace(/[\u2068\u2069]/g, '')).toBe('Allow spending up to 2.5 “USDC”')
  expect(lines[0]!.rows.map(({ value }) => value)).toEqual(expect.arrayContaining([spender, token]))
})

test('signs a Solana message on the chosen Solana network only', async () => {
  const { ask, rpc, views } = open()
  const message = encodeBase58(new TextEncoder().encode('hello'))
  const params = { message, pubkey: pretendPerson.solanaAddress }
  await expect(rpc('solana_signMessage', params)).rejects.toMatchObject({ code: 'chain_disconnected' })
  await ask('SWITCH_NETWORK', { chainId: solana })
  expect(await rpc('solana_signMessage', params)).toEqual({ signature: expect.stringMatching(/^\w{80,90}$/) })
  expect(views[0]!.message).toBe('hello')
})

test('shows one request at a time, and never one that was aborted while it waited', async () => {
  const first = Promise.withResolvers<boolean>()
  const shown: string[] = []
  const ask = (view: ApprovalView) => {
    shown.push(view.message ?? '')
    return shown.length === 1 ? first.promise : Promise.resolve(true)
  }
  const opened = open({ ui: { loading() {}, busy() {}, ask, fail: async () => false } })
  const sign = (hex: string, signal?: AbortSignal) =>
    opened.ask('RPC_REQUEST', { method: 'personal_sign', params: [hex, me] }, signal)
  const stop = new AbortController()
  const [one, two, three] = [sign('0x61'), sign('0x62', stop.signal), sign('0x63')]
  await vi.waitFor(() => expect(shown).toEqual(['a']))
  stop.abort()
  first.resolve(false)
  await expect(one).rejects.toMatchObject({ code: 'user_rejected' })
  await expect(two).rejects.toMatchObject({ code: 'aborted' })
  await three
  expect(shown).toEqual(['a', 'c'])
  expect(opened.events).toEqual(['SHOW', 'SHOW', 'HIDE'])
})

test('shows why a wallet cannot sign, and returns only the error’s code to the page', async () => {
  const sign = async () => {
    throw new KitError('unauthorized')
  }
  const fail = vi.fn(async () => false)
  const ui = { loading() {}, busy() {}, ask: async () => true, fail }
  const { rpc } = open({ wallet: { sign }, ui })
  await expect(rpc('personal_sign', ['0x00', me])).rejects.toMatchObject({ code: 'unauthorized' })
  expect(fail.mock.calls[0]?.[0 as never]).toMatchObject({ text: 'signedOut' })
})

test('changes the address on the frame’s own screen only, whatever codes the page has', async () => {
  const wallet = { startEmailChange: vi.fn(), verifyOldEmail: vi.fn(), verifyNewEmail: vi.fn() }
  const changeEmail = vi.fn(async (email: string): Promise<string | undefined> => email)
  const { ask, events } = open({ wallet, changeEmail })
  for (const name of ['UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'] as const)
    await expect(ask(name, { otp: '123456' })).rejects.toMatchObject({ code: 'method_unsupported' })
  expect(events).toEqual([])
  expect(await ask('UPDATE_EMAIL', { email: 'new@site.example' })).toEqual({ action: 'CHANGED' })
  expect(changeEmail).toHaveBeenCalledWith('new@site.example', expect.anything())
  expect(events).toEqual(['SHOW', 'HIDE'])
  expect(await ask('GET_USER', undefined)).toMatchObject({ email: 'new@site.example' })
  changeEmail.mockResolvedValue(undefined)
  await expect(ask('UPDATE_EMAIL', { email: 'evil@site.example' })).rejects.toMatchObject({ code: 'user_rejected' })
  expect(await ask('GET_USER', undefined)).toMatchObject({ email: 'new@site.example' })
  // Nothing but the screen may even have a mail sent.
  for (const call of Object.values(wallet)) expect(call).not.toHaveBeenCalled()
  const nobody = open({ wallet: { restore: async () => null } })
  await expect(nobody.ask('UPDATE_EMAIL', { email: 'new@site.example' })).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('activates a smart account if the page prefers it and the network has one', async () => {
  const { ask, rpc } = open()
  const other = ownedAccountAddress(me)
  const want = { preferredAccountType: 'smartAccount' as const }
  expect(await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined)).toEqual({
    smartAccountEnabledNetworks: [31337, 31338],
  })
  expect(await ask('GET_USER', { chainId: 10, ...want })).toMatchObject({ address: me, preferredAccountType: 'eoa' })
  expect(await ask('GET_USER', { chainId: 31337 })).toMatchObject({ address: me, ...want })
  expect(await ask('GET_USER', { chainId: 31338 })).toMatchObject({
    ...{ address: other, ...want },
    accounts: [
      { address: me, type: 'eoa' },
      { address: other, type: 'smartAccount' },
    ],
  })
  expect(await rpc('eth_accounts')).toEqual([other])
  // Solana has one kind of account, so this changes nothing.
  await ask('GET_USER', { chainId: solana, preferredAccountType: 'eoa' })
  expect(await ask('GET_USER', { chainId: 31338 })).toMatchObject(want)
  expect(await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toEqual({ type: 'eoa', address: me })
  expect(await rpc('eth_accounts')).toEqual([me])
  expect(await rpc('wallet_getCapabilities', [other, ['0x7a6a']])).toEqual({
    '0x7a6a': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
  })
  // The key's own account can do none of it, whatever code is at its address.
  expect(await rpc('wallet_getCapabilities', [me])).toEqual({})
  await ask('GET_USER', { chainId: 31337, ...want })
  expect(Object.keys((await rpc('wallet_getCapabilities', [me])) as object)).toEqual(['0x7a69'])
  await ask('SWITCH_NETWORK', { chainId: 10 })
  await expect(ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).rejects.toThrow('no smart accounts')
})

test('closes the screen once an operation is accepted, and returns its transaction later', async () => {
  let receipt: unknown = null
  const node = async (_: string, { method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const gas = { preVerificationGas: '0x1', verificationGasLimit: '0x1', callGasLimit: '0x1' }
    const [op] = params as [z.input<typeof fullUserOperation>]
    const answers: Record<string, () => unknown> = {
      eth_getCode: () => '0x',
      eth_call: () => `0x${'0'.repeat(64)}`,
      eth_getBlockByNumber: () => ({ baseFeePerGas: '0x1' }),
      eth_estimateUserOperationGas: () => gas,
      eth_getBalance: () => '0xffff',
      eth_sendUserOperation: () => operationHashText(toUserOperation(z.parse(fullUserOperation, op)), 31337n),
      eth_getUserOperationReceipt: () => receipt,
    }
    return (answers[method] ?? (() => '0x0'))()
  }
  const { ask, rpc, views, events } = open({ node })
  await ask('GET_USER', { chainId: 31337, preferredAccountType: 'smartAccount' })
  const sent = rpc('eth_sendTransaction', [{ from: me, to: me, value: '0x5' }])
  await expect.poll(() => events).toEqual(['SHOW', 'HIDE'])
  expect(views).toMatchObject([{ account: me, approveLabel: 'Approve' }])
  // Meanwhile others have the screen.
  expect(await rpc('personal_sign', ['0x00', me])).toMatch(/^0x/)
  const place = { transactionHash: `0x${'12'.repeat(32)}`, blockHash: '0x2', blockNumber: '0x3', gasUsed: '0x4' }
  receipt = { success: true, logs: [], receipt: place }
  expect(await sent).toBe(place.transactionHash)
  receipt = { success: false, logs: [], receipt: place }
  await expect(rpc('eth_sendTransaction', [{ from: me, to: me, value: '0x5' }])).rejects.toMatchObject({
    ...{ code: 'transaction_rejected', message: expect.stringContaining(place.transactionHash) },
  })
})

test('rejects requests that would bypass a smart account’s screen, by name', async () => {
  const { ask, rpc, views } = open()
  await ask('GET_USER', { chainId: 31337, preferredAccountType: 'smartAccount' })
  await expect(rpc('wallet_grantPermissions', [{}])).rejects.toThrow('grants no permissions')
  await expect(rpc('wallet_sendCalls', [{ calls: [{ to: me }], chainId: '0x1' }])).rejects.toThrow('different network')
  await expect(rpc('wallet_sendCalls', [{ calls: [{ to: me }], from: `0x${'9'.repeat(40)}` }])).rejects.toMatchObject({
    code: 'unauthorized',
  })
  const operation = {
    domain: { name: 'ERC4337', verifyingContract: smartAccountContracts.entryPoint },
    primaryType: 'PackedUserOperation',
    types: { PackedUserOperation: [{ name: 'nonce', type: 'uint256' }] },
    message: { nonce: '1' },
  }
  await expect(rpc('eth_signTypedData_v4', [me, operation])).rejects.toThrow('a site cannot have it signed')
  expect(views).toEqual([])
})
