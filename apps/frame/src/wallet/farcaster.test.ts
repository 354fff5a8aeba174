import { beforeEach, expect, it } from 'vitest'
import { isSigning, site, testDevices, turning } from '../../test/testDevices.ts'
import type { Login, Person, Wallet } from './wallet.ts'

let test: ReturnType<typeof testDevices>
beforeEach(() => {
  test = testDevices()
})

async function logIn(wallet: Wallet): Promise<Login> {
  const { flow } = await wallet.startFarcaster({ site })
  const response = await wallet.finishFarcaster({ flow, site })
  if ('isPending' in response) throw new Error('no one has signed')
  return response.login
}
const personIn = (login: Login): Person => {
  if (!('person' in login)) throw new Error('the device is new')
  return login.person
}

it('creates a wallet once the person has signed, even after a reload', async () => {
  const { servers } = test
  const { wallet, reopen } = test.newDevice()
  servers.hasSigned = false
  const { flow, url } = await wallet.startFarcaster({ site })
  expect(url).toContain(flow)
  expect(await wallet.finishFarcaster({ flow, site })).toEqual({ isPending: true })
  servers.hasSigned = true
  const again = reopen()
  await expect(again.finishFarcaster({ site: 'evil.example' })).rejects.toMatchObject({ code: 'not_found' })
  const response = await again.finishFarcaster({ site })
  if ('isPending' in response) throw new Error('no one has signed')
  expect(response.userName).toBe('Ann')
  expect(await isSigning(again, personIn(response.login))).toBe(true)
  await expect(again.finishFarcaster({ site })).rejects.toMatchObject({ code: 'not_found' })
  expect(personIn(await logIn(reopen()))).toEqual(personIn(response.login))
})

it('ends what was begun before where another is begun, and is no social login’s', async () => {
  const { wallet } = test.newDevice()
  const first = await wallet.startFarcaster({ site })
  const second = await wallet.startFarcaster({ site })
  await expect(wallet.finishFarcaster({ flow: first.flow, site })).rejects.toMatchObject({ code: 'not_found' })
  const asSocial = { flow: second.flow, code: 'A'.repeat(43), site }
  await expect(wallet.finishSocial(asSocial)).rejects.toMatchObject({ code: 'not_found' })
  expect(await wallet.finishFarcaster({ flow: second.flow, site })).toMatchObject({ userName: 'Ann' })
})

it('does not let a server pass off the person who signed as a person of another login', async () => {
  const { wallet, store } = test.newDevice()
  await test.logIn(wallet)
  const { identity } = store.session!
  test.servers.lie = (response) => ({ ...response, identity })
  await expect(logIn(wallet)).rejects.toMatchObject({ code: 'account_mismatch' })
})

it('has the guardian ask for a signature of its own, without mail, and the number joins the two', async () => {
  const { servers } = test
  /** Signs for the guardian, and chooses the number that the device shows. */
  const approveThere = async (uri: string, number: string) => {
    const begun = await servers.guardian.request(new URL(uri).pathname)
    const headers = { cookie: begun.headers.get('set-cookie')!.split(';')[0]! }
    const proven = await servers.guardian.request(begun.headers.get('location')!, { headers })
    const page = proven.headers.get('location')!
    const body = new URLSearchParams({ token: page.split('/').at(-1)!, number })
    expect((await servers.guardian.request(page, { method: 'POST', body })).status).toBe(200)
  }
  const first = test.newDevice()
  const person = personIn(await logIn(first.wallet))
  const vouching = await first.wallet.startVouching()
  const vouched = turning(first.waiting, first.wallet.awaitRelease())
  await approveThere(vouching.uri!, vouching.number)
  expect(await vouched).toEqual(person)

  const device = test.newDevice()
  expect(await logIn(device.wallet)).toMatchObject({ ways: [{ kind: 'guardian', provider: 'farcaster' }, {}, {}] })
  const { number, uri } = await device.wallet.startRelease()
  const recovered = turning(device.waiting, device.wallet.awaitRelease())
  await approveThere(uri!, number)
  expect(await recovered).toEqual(person)
  expect(servers.mails).toEqual([])
  expect(await isSigning(device.wallet, person)).toBe(true)
})
