import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { beforeEach, describe, expect, it } from 'vitest'
import { requestAsApi } from '../../test/requestAsApi.ts'
import { email, isSigning, site, testDevices, turning } from '../../test/testDevices.ts'

const dayMs = 86_400_000
let devices: ReturnType<typeof testDevices>
let servers: typeof devices.servers
beforeEach(() => {
  devices = testDevices()
  servers = devices.servers
})
const registrations = () => servers.guardianHeard.filter((path) => path === '/guardian/v1/wallets').length

describe('a wallet and its guardian', () => {
  it('registers when it is made, once a day in use, and not at every reload', async () => {
    const device = devices.newDevice()
    const person = await devices.logIn(device.wallet)
    await expect.poll(() => device.store.ticket?.registered?.policy).toBe('convenient')
    for (let count = 0; count < 3; count++) {
      devices.time += 120_000
      const again = device.reopen()
      expect(await again.restore()).toEqual(person)
      expect(await isSigning(again, person)).toBe(true)
    }
    expect(registrations()).toBe(1)
    devices.time += dayMs
    expect(await isSigning(device.wallet, person)).toBe(true)
    await expect.poll(registrations).toBe(2)
  })

  it('needs no API for the guardian’s link on a device of its own, for 90 days after its last use', async () => {
    const device = devices.newDevice()
    const person = await devices.logIn(device.wallet)
    await expect.poll(() => device.store.ticket?.registered).toBeDefined()
    servers.isDown = true
    devices.time += 89 * dayMs
    const again = device.reopen()
    expect(await again.restore()).toEqual(person)
    const { number } = await again.startRelease()
    const recovered = turning(device.waiting, again.awaitRelease())
    await devices.approve(number)
    expect(await recovered).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
    devices.time += 2 * dayMs
    await expect(device.reopen().startRelease()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('encrypts to the guardian’s new key once it is used, while the old key still recovers the others', async () => {
    const device = devices.newDevice()
    const person = await devices.logIn(device.wallet)
    await expect.poll(() => device.store.ticket?.registered).toBeDefined()
    servers.rotateGuardianKey()
    expect(await devices.enrolByLink(devices.newDevice())).toEqual(person)
    devices.time += dayMs + 1
    expect(await isSigning(device.wallet, person)).toBe(true)
    const keyOf = () =>
      [...servers.devices.values()][0]!.set!.recoveries.find(({ key }) => key.kind === 'guardian')!.key.publicKey
    await expect.poll(keyOf).toBe(servers.guardianKey())
  })
})

it('holds a share that a lying API had encrypted for itself, and warns the person', async () => {
  const device = devices.newDevice()
  await devices.logIn(device.wallet)
  await expect.poll(() => device.store.ticket?.registered).toBeDefined()
  const { walletId } = [...servers.wallets.values()][0]!
  const identity = identityHash({ kind: 'email', subject: 'api@evil.example' })
  const { release, number } = await requestAsApi(servers, { walletId, identity, email: 'api@evil.example' })
  await devices.approve(number)
  expect(servers.mails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining('api@evil.example') })
  const read = async () => (await servers.guardian.request(`/guardian/v1/releases/${release}`)).json()
  devices.time += dayMs - 60_000
  expect(await read()).toMatchObject({ state: 'held' })
  expect(await (await devices.press()).text()).toContain('The device was stopped')
  devices.time += dayMs
  expect(await read()).toEqual({ state: 'ended' })
  const two = devices.newDevice()
  await two.wallet.startEmail({ email, site })
  await two.wallet.verifyEmail({ code: servers.code })
  expect(await two.wallet.startRelease()).not.toHaveProperty('opensAt')
})
