import { describe, expect, it } from 'vitest'
import { readAppMessage, readFrameMessage } from './frameMessages.ts'
import { type FrameRequestName, frameRequests } from './frameRequests.ts'

const me = `0x${'1'.repeat(40)}`
const email = 'ann@site.example'
const icons = ['https://site.example/icon.png']
const user = {
  email,
  address: me,
  chainId: 'eip155:1',
  accounts: [
    { address: me, type: 'eoa' },
    { address: me, type: 'smartAccount' },
  ],
}
const dapp = {
  metadata: { name: 'A site', description: '', url: 'https://site.example', icons },
  sdkVersion: 'html-universal-1',
  sdkType: 'appkit',
  projectId: 'p',
}

const ask = (name: string, payload: unknown) => readAppMessage({ id: 'a1', type: `@w3m-app/${name}`, payload })
const answer = (name: string, payload: unknown) =>
  readFrameMessage({ id: 'a1', type: `@w3m-frame/${name}_SUCCESS`, payload })

describe('a request of the page', () => {
  it.each<[name: FrameRequestName, payload: unknown]>([
    ['CONNECT_EMAIL', { email }],
    ['CONNECT_DEVICE', undefined],
    ['CONNECT_OTP', { otp: '123456' }],
    ['CONNECT_SOCIAL', { uri: 'https://site.example/?code=1' }],
    ...(['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const).map(
      (provider): [FrameRequestName, unknown] => ['GET_SOCIAL_REDIRECT_URI', { provider }],
    ),
    ['GET_FARCASTER_URI', undefined],
    ['CONNECT_FARCASTER', undefined],
    ['GET_USER', { chainId: 1, preferredAccountType: 'smartAccount' }],
    ['GET_USER', { chainId: 'eip155:1' }],
    ['IS_CONNECTED', undefined],
    ['GET_CHAIN_ID', undefined],
    ['SWITCH_NETWORK', { chainId: 10 }],
    ['SIGN_OUT', undefined],
    ['RELOAD', undefined],
    ['UPDATE_EMAIL', { email }],
    ['UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' }],
    ['UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' }],
    [
      'SYNC_THEME',
      { themeMode: 'light', themeVariables: { '--a': 'b' }, w3mThemeVariables: { '--w3m-accent': '#fff' } },
    ],
    ['SYNC_THEME', { themeMode: 'dark' }],
    ['SYNC_DAPP_DATA', dapp],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined],
    ['SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }],
    ['RPC_REQUEST', { method: 'eth_blockNumber' }],
  ])('reads %s with %j', (name, payload) => {
    expect(ask(name, payload)).toEqual({ kind: 'request', id: 'a1', name, input: payload })
  })

  it.each<[name: FrameRequestName, payload: unknown]>([
    ...['', 'ann', 'ann@', '@site.example', 'ann@site', 'ann..b@site.example', 7].flatMap(
      (wrong): [FrameRequestName, unknown][] => [
        ['CONNECT_EMAIL', { email: wrong }],
        ['UPDATE_EMAIL', { email: wrong }],
      ],
    ),
    ['CONNECT_EMAIL', undefined],
    ['CONNECT_OTP', { otp: 123456 }],
    ['CONNECT_OTP', {}],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'myspace' }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'farcaster' }],
    ['CONNECT_SOCIAL', {}],
    ['SYNC_THEME', { themeMode: 'auto' }],
    ['SYNC_DAPP_DATA', { metadata: dapp.metadata }],
    ['SWITCH_NETWORK', {}],
    ['SET_PREFERRED_ACCOUNT', { type: 'payment' }],
    ['RPC_REQUEST', { method: 7 }],
  ])('refuses %s with %j', (name, payload) => {
    expect(ask(name, payload)).toEqual({ kind: 'invalid', id: 'a1', name })
  })

  it('rejects a missing id, another prefix, or an unknown name', () => {
    expect(readAppMessage({ type: '@w3m-app/SIGN_OUT' })).toBeUndefined()
    expect(readAppMessage({ id: 'a1', type: '@w3m-frame/SIGN_OUT' })).toBeUndefined()
    expect(ask('EXPORT_KEY', undefined)).toBeUndefined()
  })
})

describe('an answer of the frame', () => {
  it.each<[name: FrameRequestName, payload: unknown]>([
    ...['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'].map((action): [FrameRequestName, unknown] => [
      'CONNECT_EMAIL',
      { action },
    ]),
    ...['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'].map((action): [FrameRequestName, unknown] => [
      'UPDATE_EMAIL',
      { action },
    ]),
    ['UPDATE_EMAIL_SECONDARY_OTP', { newEmail: email }],
    ['GET_SOCIAL_REDIRECT_URI', { uri: 'https://login.example/' }],
    ['GET_FARCASTER_URI', { url: 'https://farcaster.example/' }],
    ['CONNECT_FARCASTER', { userName: 'ann' }],
    ['CONNECT_SOCIAL', { ...user, userName: 'ann' }],
    ['GET_USER', { ...user, smartAccountDeployed: true, preferredAccountType: 'smartAccount' }],
    ['GET_USER', { email: null, address: me, chainId: 1 }],
    ['IS_CONNECTED', { isConnected: true }],
    ['GET_CHAIN_ID', { chainId: 1 }],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [1, 10] }],
    ['SET_PREFERRED_ACCOUNT', { type: 'eoa', address: me }],
  ])('reads the answer to %s: %j', (name, output) => {
    expect(answer(name, output)).toEqual({ kind: 'success', id: 'a1', name, output })
  })

  it.each<[name: FrameRequestName, payload: unknown]>([
    ['CONNECT_EMAIL', { action: 'LET_IN' }],
    ['UPDATE_EMAIL', { action: 'CONNECT' }],
    ['GET_USER', { address: me, chainId: 1, accounts: [{ address: me, type: 'payment' }] }],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: ['eip155:1'] }],
    ['IS_CONNECTED', {}],
  ])('rejects the response to %s: %j', (name, output) => {
    const message = 'An error occurred'
    expect(answer(name, output)).toEqual({ kind: 'error', id: 'a1', name, message, code: 'invalid_input' })
  })

  it('falls back to the kit’s message without one of its own', () => {
    const failed = (payload: unknown) => readFrameMessage({ id: 'a1', type: '@w3m-frame/SIGN_OUT_ERROR', payload })
    expect(failed({})).toMatchObject({ kind: 'error', message: 'An error occurred' })
    expect(failed(undefined)).toMatchObject({ kind: 'error', message: 'An error occurred' })
    expect(failed({ message: 'No mail server' })).toMatchObject({ kind: 'error', message: 'No mail server' })
  })
})

it('times out after half a minute, except while waiting for a person', () => {
  const waiting = Object.entries(frameRequests).flatMap(([name, { waits }]) => (waits ? [name] : []))
  for (const name of ['CONNECT_EMAIL', 'CONNECT_OTP', 'CONNECT_SOCIAL', 'GET_SOCIAL_REDIRECT_URI'])
    expect(waiting).toContain(name)
  for (const name of ['CONNECT_DEVICE', 'CONNECT_PASSKEY', 'CONNECT_FARCASTER', 'RPC_REQUEST'])
    expect(waiting).not.toContain(name)
})
