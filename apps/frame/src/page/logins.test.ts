import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import { openTestFrame as open } from '../../test/openTestFrame.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'
import type { SocialLogin } from '../wallet/wallet.ts'

const me = pretendPerson.evmAddress

test('logs in by an emailed code, and without one if the person is logged in already', async () => {
  const startEmail = vi.fn(async () => ({ isMailed: true as const }))
  const { ask } = open({ wallet: { startEmail } })
  expect(await ask('CONNECT_EMAIL', { email: 'ann@site.example' })).toEqual({ action: 'VERIFY_OTP' })
  expect(startEmail).toHaveBeenCalledWith({ email: 'ann@site.example', site: 'app.example' })
  expect(await ask('CONNECT_OTP', { otp: ' 123456' })).toBe(undefined)
  const known = open({ wallet: { startEmail: async () => ({ person: pretendPerson }) } })
  expect(await known.ask('CONNECT_EMAIL', { email: 'ann@site.example' })).toEqual({ action: 'CONNECT' })
})

test('a new device is unlocked on the frame’s own screen before anyone is logged in', async () => {
  const ways = [{ kind: 'guardian' as const }]
  const recover = vi.fn(async () => pretendPerson)
  const wallet = { restore: async () => null, verifyEmail: async () => ({ isNewDevice: true as const, ways }) }
  const { ask, events } = open({ wallet, recover })
  await expect(ask('CONNECT_DEVICE', undefined)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await ask('CONNECT_OTP', { otp: '123456' })).toEqual({ action: 'VERIFY_DEVICE' })
  expect(await ask('IS_CONNECTED', undefined)).toEqual({ isConnected: false })
  await ask('CONNECT_DEVICE', undefined)
  expect(recover).toHaveBeenCalledWith(ways, expect.anything())
  expect(events).toEqual(['SHOW', 'HIDE'])
  expect(await ask('GET_USER', undefined)).toMatchObject({ address: me, chainId: 10 })
})

test('a login by passkey happens on the frame’s own screen, and tells the page who it is', async () => {
  const connectPasskey = vi.fn(async () => ({ ...pretendPerson, email: null }))
  const { ask, events } = open({ wallet: { restore: async () => null }, connectPasskey })
  expect(await ask('CONNECT_PASSKEY', undefined)).toMatchObject({ email: null, address: me, chainId: 10 })
  expect(connectPasskey).toHaveBeenCalledWith('app.example', expect.anything())
  expect(events).toEqual(['SHOW', 'HIDE'])
  expect(await ask('IS_CONNECTED', undefined)).toEqual({ isConnected: true })
  const closed = open({ connectPasskey: () => Promise.reject(new KitError('user_rejected')) })
  await expect(closed.ask('CONNECT_PASSKEY', undefined)).rejects.toMatchObject({ code: 'user_rejected' })
})

const flow = '7d8a3a52-8f0b-4e6c-9a0e-0f7c5a1b2c3d'
const result = (fields: Record<string, string>) => `https://wallet.example/social#${new URLSearchParams(fields)}`
const code = 'A'.repeat(43)

test('a social login begins in a window or by leaving the page, and leads back to the page that asks alone', async () => {
  const startSocial = vi.fn(async () => ({ uri: 'https://id.example/authorize' }))
  const { ask } = open({ wallet: { startSocial } })
  const provider = 'google'
  const site = 'app.example'
  expect(await ask('GET_SOCIAL_REDIRECT_URI', { provider })).toEqual({ uri: 'https://id.example/authorize' })
  const popup = { url: 'https://app.example/', isPopup: true }
  expect(startSocial).toHaveBeenLastCalledWith({ provider, site, back: popup })
  await ask('GET_SOCIAL_REDIRECT_URI', { provider, returnTo: 'https://app.example/cart?item=7' })
  const page = { url: 'https://app.example/cart?item=7', isPopup: false }
  expect(startSocial).toHaveBeenLastCalledWith({ provider, site, back: page })
  for (const returnTo of ['https://evil.example/', 'http://app.example/', 'https://app.example.evil.example/'])
    await expect(ask('GET_SOCIAL_REDIRECT_URI', { provider, returnTo })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  expect(startSocial).toHaveBeenCalledTimes(2)
})

test('a social login ends with a person, a device to approve, or the reason why not', async () => {
  const finishSocial = vi.fn(async () => ({ login: { person: pretendPerson }, userName: 'Ann' }))
  const { ask } = open({ wallet: { finishSocial } })
  expect(await ask('CONNECT_SOCIAL', { uri: result({ flow, code, to: 'https://app.example' }) })).toMatchObject({
    ...{ address: me, email: pretendPerson.email, userName: 'Ann' },
  })
  expect(finishSocial).toHaveBeenCalledWith({ flow, code, site: 'app.example' })
  const refusals = { user_rejected: 'user_rejected', sources_unavailable: 'sources_unavailable', toString: 'internal' }
  for (const [error, known] of Object.entries(refusals))
    await expect(ask('CONNECT_SOCIAL', { uri: result({ flow, error }) })).rejects.toMatchObject({ code: known })
  for (const bad of [{ flow }, { flow: '1', code }, { flow, code: 'short' }])
    await expect(ask('CONNECT_SOCIAL', { uri: result(bad as never) })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(finishSocial).toHaveBeenCalledTimes(1)

  const ways = [{ kind: 'guardian' as const, provider: 'google' as const }]
  const recover = vi.fn(async () => pretendPerson)
  const fresh = open({
    recover,
    wallet: {
      restore: async () => null,
      finishSocial: async () => ({ login: { isNewDevice: true, ways }, userName: null }),
    },
  })
  expect(await fresh.ask('CONNECT_SOCIAL', { uri: result({ flow, code }) })).toEqual({
    ...{ action: 'VERIFY_DEVICE', userName: null },
  })
  await fresh.ask('CONNECT_DEVICE', undefined)
  expect(recover).toHaveBeenCalledWith(ways, expect.anything())
})

const soon = async () => {}

test('returns a link for Farcaster, and polls until the person has signed', async () => {
  const answers: (SocialLogin | { isPending: true } | KitError)[] = [
    { isPending: true },
    new KitError('unavailable'),
    { isPending: true },
    { login: { person: pretendPerson }, userName: 'ann' },
  ]
  const finishFarcaster = vi.fn(async () => {
    const next = answers.shift()!
    if (next instanceof KitError) throw next
    return next
  })
  const { ask } = open({ wait: soon, wallet: { restore: async () => null, finishFarcaster } })
  expect(await ask('GET_FARCASTER_URI', undefined)).toEqual({ url: 'https://farcaster.example/siwf?channelToken=c' })
  expect(await ask('CONNECT_FARCASTER', undefined)).toEqual({ userName: 'ann' })
  expect(finishFarcaster).toHaveBeenCalledTimes(4)
  expect(finishFarcaster).toHaveBeenLastCalledWith({ flow: 'f', site: 'app.example' })
  expect(await ask('GET_USER', undefined)).toMatchObject({ address: me })
})

test('a sign-in with Farcaster on a new device is approved there first', async () => {
  const ways = [{ kind: 'guardian' as const, provider: 'farcaster' as const }]
  const recover = vi.fn(async () => pretendPerson)
  const finishFarcaster = async () => ({ login: { isNewDevice: true as const, ways }, userName: 'ann' })
  const { ask } = open({ recover, wait: soon, wallet: { restore: async () => null, finishFarcaster } })
  // A page that was thrown away meanwhile asks for what was begun before.
  expect(await ask('CONNECT_FARCASTER', undefined)).toEqual({ action: 'VERIFY_DEVICE', userName: 'ann' })
  expect(await ask('IS_CONNECTED', undefined)).toEqual({ isConnected: false })
  await ask('CONNECT_DEVICE', undefined)
  expect(recover).toHaveBeenCalledWith(ways, expect.anything())
  expect(await ask('IS_CONNECTED', undefined)).toEqual({ isConnected: true })
})

test('a sign-in with Farcaster ends by its refusal, by an abort, by silence, and after ten minutes', async () => {
  const refused = open({
    wait: soon,
    wallet: { finishFarcaster: () => Promise.reject(new KitError('sign_in_unproven')) },
  })
  await expect(refused.ask('CONNECT_FARCASTER', undefined)).rejects.toMatchObject({ code: 'sign_in_unproven' })
  const away = vi.fn(() => Promise.reject(new KitError('unavailable')))
  const silent = open({ wait: soon, wallet: { finishFarcaster: away } })
  await expect(silent.ask('CONNECT_FARCASTER', undefined)).rejects.toMatchObject({ code: 'unavailable' })
  expect(away).toHaveBeenCalledTimes(10)

  const pending = vi.fn(async () => ({ isPending: true as const }))
  const endless = open({ wait: soon, wallet: { finishFarcaster: pending } })
  await expect(endless.ask('CONNECT_FARCASTER', undefined)).rejects.toMatchObject({ code: 'timeout' })
  expect(pending).toHaveBeenCalledTimes(400)

  const stop = new AbortController()
  const poll = vi.fn(async () => {
    stop.abort()
    return { isPending: true as const }
  })
  // The page's own clock: an abort does not wait for it.
  const aborted = open({ wallet: { finishFarcaster: poll } })
  await expect(aborted.ask('CONNECT_FARCASTER', undefined, stop.signal)).rejects.toMatchObject({ code: 'aborted' })
  expect(poll).toHaveBeenCalledTimes(1)
})
