import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { beforeEach, describe, expect, it } from 'vitest'
import { isSigning, site, type TestDevice, testDevices, turning } from '../../test/testDevices.ts'
import type { Held, Login, Person, Wallet } from './wallet.ts'

const back = { url: 'https://app.site.example/', isPopup: true }
const code = 'A'.repeat(43)

let test: ReturnType<typeof testDevices>
let servers: ReturnType<typeof testDevices>['servers']
beforeEach(() => {
  test = testDevices()
  servers = test.servers
})
const newDevice = (...given: Parameters<typeof test.newDevice>) => test.newDevice(...given)
type Provider = Parameters<Wallet['startSocial']>[0]['provider']

const begin = async (wallet: Wallet, provider: Provider = 'google') =>
  new URL((await wallet.startSocial({ provider, site, back })).uri).searchParams.get('flow')!
async function logIn(wallet: Wallet, provider?: Provider): Promise<Login> {
  return (await wallet.finishSocial({ flow: await begin(wallet, provider), code, site })).login
}
const personIn = (login: Login): Person => {
  if (!('person' in login)) throw new Error('the device is new')
  return login.person
}
/** Follows the guardian's link: proves to be the person in `comes`, and chooses the number that the device shows. */
async function approveThere(uri: string, number: string): Promise<string> {
  const login = await servers.guardian.request(new URL(uri).pathname)
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  const state = new URL(login.headers.get('location')!).searchParams.get('state')
  const answered = `/guardian/v1/social/google?code=c&state=${state}`
  const proven = await servers.guardian.request(answered, { headers: { cookie } })
  const page = proven.headers.get('location')!
  expect(page).toContain('/approve/')
  const body = new URLSearchParams({ token: page.split('/').at(-1)!, number })
  return await (await servers.guardian.request(page, { method: 'POST', body })).text()
}
/** Logs in on a new device, and starts the guardian's login with the provider, so that it recovers the wallet. */
async function logInVouched({ wallet, waiting }: TestDevice): Promise<Person> {
  await logIn(wallet)
  const { number, uri } = await wallet.startVouching()
  const done = turning(waiting, wallet.awaitRelease())
  done.catch(() => {})
  await approveThere(uri!, number)
  return (await done) as Person
}
/** Logs in on a new device, and starts the guardian's login with the provider. */
async function enrol({ wallet, waiting }: TestDevice): Promise<{ page: string; response: Person | Held }> {
  await logIn(wallet)
  const { number, uri } = await wallet.startRelease()
  const response = turning(waiting, wallet.awaitRelease())
  response.catch(() => {})
  return { page: await approveThere(uri!, number), response: await response }
}

describe('a social login', () => {
  it('creates a wallet that signs, survives a reload, and returns at the next login', async () => {
    const { wallet, reopen, store } = newDevice()
    const flow = await begin(wallet)
    // The page that began may be gone by then.
    const { login, userName } = await reopen().finishSocial({ flow, code, site })
    const person = personIn(login)
    expect([userName, person.email]).toEqual(['Ann', null])
    const again = reopen()
    expect(await again.restore()).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
    // The session ended, and not by signing out: the device still is the wallet's.
    await store.removeSession()
    expect(personIn(await logIn(reopen()))).toEqual(person)
  })

  it('gives each person of a provider their own wallet, even on one device', async () => {
    const { wallet } = newDevice()
    const ann = personIn(await logIn(wallet))
    servers.comes = { subject: '8', name: 'Bob', email: undefined }
    const bob = personIn(await logIn(wallet))
    expect(bob.evmAddress).not.toBe(ann.evmAddress)
    expect(await isSigning(wallet, bob)).toBe(true)
  })

  it('is never an email login, even if the provider reports that address', async () => {
    const { wallet } = newDevice()
    await wallet.startEmail({ email: 'ann@site.example', site })
    const byMail = personIn(await wallet.verifyEmail({ code: servers.code }))
    servers.comes = { subject: '7', name: 'Ann', email: 'ann@site.example' }
    const bySocial = personIn(await logIn(wallet))
    expect(bySocial.evmAddress).not.toBe(byMail.evmAddress)
  })

  it('counts once, for the flow and the site that began', async () => {
    const { wallet } = newDevice()
    const first = await begin(wallet)
    const second = await begin(wallet)
    const refused = { code: 'not_found' }
    await expect(wallet.finishSocial({ flow: first, code, site })).rejects.toMatchObject(refused)
    await expect(wallet.finishSocial({ flow: second, code, site: 'evil.example' })).rejects.toMatchObject(refused)
    await wallet.finishSocial({ flow: second, code, site })
    await expect(wallet.finishSocial({ flow: second, code, site })).rejects.toMatchObject(refused)
    // A result that someone else's device began.
    const other = newDevice()
    await expect(wallet.finishSocial({ flow: await begin(other.wallet), code, site })).rejects.toMatchObject(refused)
  })

  it('does not let a server pass the person off as another login’s', async () => {
    const { wallet, store } = newDevice()
    await wallet.startEmail({ email: 'ann@site.example', site })
    await wallet.verifyEmail({ code: servers.code })
    const { identity } = store.session!
    servers.lie = (response) => ({ ...response, identity })
    await expect(logIn(wallet)).rejects.toMatchObject({ code: 'account_mismatch' })
  })

  it('starts with a recovery code if the guardian does not support the provider', async () => {
    const { wallet } = newDevice()
    const login = await logIn(wallet, 'github')
    expect(login).toMatchObject({ person: {}, code: expect.stringMatching(/^[0-9A-Z-]{30}$/) })
    const other = newDevice().wallet
    const again = await logIn(other, 'github')
    expect(again).toMatchObject({ ways: [{ kind: 'code' }, { kind: 'device' }] })
    expect(await other.recoverByCode({ code: (login as { code: string }).code })).toEqual(personIn(login))
  })

  it('starts with a recovery code at any provider, without the guardian', async () => {
    servers.isGuardianDown = true
    const login = await logIn(newDevice().wallet)
    expect(login).toMatchObject({ person: {}, code: expect.stringMatching(/^[0-9A-Z-]{30}$/) })
    const other = newDevice().wallet
    expect(await logIn(other)).toMatchObject({ ways: [{ kind: 'code' }, { kind: 'device' }] })
    expect(await other.recoverByCode({ code: (login as { code: string }).code })).toEqual(personIn(login))
    expect(servers.guardianHeard).toEqual([])
  })

  it('logs in at the guardian’s own provider on a new device, matched by the number', async () => {
    const person = await logInVouched(newDevice())
    const device = newDevice()
    expect(await logIn(device.wallet)).toMatchObject({ ways: [{ kind: 'guardian', provider: 'google' }, {}, {}] })
    expect((await enrol(device)).response).toEqual(person)
    expect(servers.mails).toEqual([])
    expect(await isSigning(device.wallet, person)).toBe(true)
    // The wallet's charter says so from then on: the next device need not vouch.
    const third = newDevice()
    expect((await enrol(third)).response).toEqual(person)
  })

  it('trusts the guardian’s login, never the API’s', async () => {
    const { wallet, waiting } = newDevice()
    const identity = identityHash({ kind: 'google', subject: 'mallory' })
    servers.lie = (session) => ({ ...session, identity })
    servers.lieOfTicket = (claims) => ({ ...claims, identity })
    await logIn(wallet)
    const { uri } = await wallet.startVouching()
    const done = turning(waiting, wallet.awaitRelease())
    done.catch(() => {})
    await expect(approveThere(uri!, '42')).rejects.toThrow()
    expect((await wallet.listRecoveries()).map(({ kind }) => kind)).toEqual(['code'])
  })

  it('waits a day in a hardened project, cancelable from the provider’s verified address', async () => {
    servers.comes.email = 'ann@site.example'
    await logInVouched(newDevice({ policy: 'hardened' }))
    const { page, response } = await enrol(newDevice({ policy: 'hardened' }))
    expect(page).toContain('has to wait a day')
    expect(response).toEqual({ opensAt: test.time + 24 * 3_600_000 })
    expect(servers.mails.at(-1)).toMatchObject({ to: 'ann@site.example' })
  })

  it('is rejected there without a verified address to warn', async () => {
    await logInVouched(newDevice({ policy: 'hardened' }))
    await expect(enrol(newDevice({ policy: 'hardened' }))).rejects.toMatchObject({ code: 'user_rejected' })
    expect(servers.mails).toEqual([])
  })

  it('keeps its identity when the person’s address changes', async () => {
    servers.comes = { subject: '7', name: 'Ann', email: 'ann@site.example' }
    const { wallet, store, reopen } = newDevice()
    const person = personIn(await logIn(wallet))
    const { identity } = store.session!
    await wallet.startEmailChange({ email: 'new@site.example' })
    await wallet.verifyOldEmail({ code: servers.code })
    expect(await wallet.verifyNewEmail({ code: servers.code })).toEqual({ email: 'new@site.example' })
    expect(store.session).toMatchObject({ identity, email: 'new@site.example', provider: 'google' })
    expect(await isSigning(reopen(), person)).toBe(true)
  })
})
