import { expect, test } from 'vitest'
import { openTestFrame } from '../../test/openTestFrame.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'
import { createEmailSites } from './emailSites.ts'

const { email, evmAddress } = pretendPerson
const sitesIn = (kept: string | null = null) => {
  let text = kept
  return createEmailSites({ getItem: () => text, setItem: (_, value) => void (text = value) })
}

test('hides the address from a site that did not get it from the visitor', async () => {
  const { ask } = openTestFrame({ emailSites: sitesIn() })
  expect(await ask('GET_USER', undefined)).toMatchObject({ email: null })
  expect(await ask('CONNECT_PASSKEY', undefined)).toMatchObject({ email: null })
  const uri = `https://wallet.example/social#flow=${crypto.randomUUID()}&code=${'A'.repeat(43)}`
  expect(await ask('CONNECT_SOCIAL', { uri })).toMatchObject({ email: null })
})

test('shows the address to the site whose page the visitor typed it into, even later', async () => {
  const emailSites = sitesIn()
  const { ask } = openTestFrame({ emailSites })
  await ask('CONNECT_EMAIL', { email: email.toUpperCase() })
  await ask('CONNECT_OTP', { otp: '123456' })
  expect(await ask('GET_USER', undefined)).toMatchObject({ email })
  expect(await openTestFrame({ emailSites }).ask('GET_USER', undefined)).toMatchObject({ email })
  expect(await openTestFrame({ emailSites, origin: 'https://other.example' }).ask('GET_USER', undefined)).toMatchObject(
    {
      email: null,
    },
  )
})

test('reveals nothing to a site that guesses another address', async () => {
  const { ask } = openTestFrame({ emailSites: sitesIn() })
  await ask('CONNECT_EMAIL', { email: 'guess@site.example' })
  await ask('CONNECT_OTP', { otp: '123456' })
  expect(await ask('GET_USER', undefined)).toMatchObject({ email: null })
})

test('prompts once on a screen of the frame, and accepts a refusal', async () => {
  const emailSites = sitesIn()
  const answers = [false, true]
  const { ask, events } = openTestFrame({ emailSites, confirmShareEmail: async () => answers.shift()! })
  await expect(ask('SHARE_EMAIL', undefined)).rejects.toMatchObject({ code: 'user_rejected' })
  expect(await ask('GET_USER', undefined)).toMatchObject({ email: null })
  expect(await ask('SHARE_EMAIL', undefined)).toEqual({ email })
  expect(await ask('SHARE_EMAIL', undefined)).toEqual({ email })
  expect(events).toEqual(['SHOW', 'HIDE', 'SHOW', 'HIDE'])
  emailSites.remove(evmAddress, 'https://app.example')
  expect(await ask('GET_USER', undefined)).toMatchObject({ email: null })
})

test('ignores an invalid stored list', () => {
  for (const kept of ['', '{', '[]', '{"a":1}', `{"${evmAddress}":"https://app.example"}`])
    expect(sitesIn(kept).list(evmAddress)).toEqual([])
  expect(sitesIn('{}').list('__proto__')).toEqual([])
})
