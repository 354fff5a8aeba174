import { recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { p256 } from '@noble/curves/nist.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { email, isSigning, site, testDevices, turning } from '../../test/testDevices.ts'
import type { Wallet } from './wallet.ts'

const dayMs = 86_400_000
let devices: ReturnType<typeof testDevices>
beforeEach(() => {
  devices = testDevices()
})

const registrations = () => devices.servers.guardianHeard.filter((path) => path === '/guardian/v1/wallets').length
const kindsHanded = () =>
  [...devices.servers.devices.values()].map(({ set }) => set?.recoveries.map(({ key }) => key.kind))
async function logInAnew(wallet: Wallet) {
  await wallet.startEmail({ email, site })
  const login = await wallet.verifyEmail({ code: devices.servers.code })
  if (!('ways' in login)) throw new Error('the device is known')
  return login.ways.map(({ kind }) => kind)
}

describe('a hardened project', () => {
  const hardened = { policy: 'hardened' } as const

  it('admits a new device a day after the link, across a restart, and emails how to cancel', async () => {
    const person = await devices.logIn(devices.newDevice(hardened).wallet)
    const two = devices.newDevice(hardened)
    const opensAt = devices.time + 30_000 + dayMs
    expect(await devices.recoverByLink(two)).toEqual({ opensAt })
    expect(devices.servers.mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('tomorrow') })

    devices.time += dayMs - 60_000
    const again = two.reopen()
    expect(await again.startRelease()).toMatchObject({ opensAt })
    expect(await turning(two.waiting, again.awaitRelease())).toEqual({ opensAt })
    devices.time += 60_000
    await again.startRelease()
    expect(await turning(two.waiting, again.awaitRelease())).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
  })

  it('rejects a device that the email canceled', async () => {
    await devices.logIn(devices.newDevice(hardened).wallet)
    const two = devices.newDevice(hardened)
    await devices.recoverByLink(two)
    expect(await (await devices.press()).text()).toContain('The device was stopped')
    devices.time += 2 * dayMs
    await expect(turning(two.waiting, two.wallet.awaitRelease())).rejects.toMatchObject({ code: 'not_found' })
    expect((await devices.press()).status).toBe(410)
  })

  it('relies on the guardian for other devices’ use: after 30 quiet days no one waits', async () => {
    const one = devices.newDevice(hardened)
    const person = await devices.logIn(one.wallet)
    await expect.poll(registrations).toBe(1)
    // The guardian's memory has to reach back so far before it knows that no one was here.
    devices.time += 31 * dayMs
    expect(await isSigning(one.wallet, person)).toBe(true)
    await expect.poll(registrations).toBeGreaterThan(1)
    expect(await devices.recoverByLink(devices.newDevice(hardened))).toHaveProperty('opensAt')
    devices.time += 31 * dayMs
    expect(await devices.recoverByLink(devices.newDevice(hardened))).toEqual(person)
  })

  it('binds the policy into the share, which opens under no other', async () => {
    await devices.logIn(devices.newDevice(hardened).wallet)
    const [device] = devices.servers.devices.values()
    const { walletId } = devices.servers.wallets.get(device!.identity)!
    const sealed = device!.set!.recoveries[0]!.sealed
    const bound = { walletId, identity: device!.identity, generation: 1 }
    await expect(devices.servers.openAsGuardian(recoveryInfo(bound), sealed)).rejects.toThrow()
    expect(await devices.servers.openAsGuardian(recoveryInfo({ ...bound, policy: 'hardened' }), sealed)).toHaveLength(
      17,
    )
  })

  it('needs only a code in a browser that a site disconnected', async () => {
    const one = devices.newDevice(hardened)
    const person = await devices.logIn(one.wallet)
    await one.wallet.signOut()
    expect(await one.wallet.restore()).toBeNull()
    await expect(isSigning(one.wallet, person)).rejects.toMatchObject({ code: 'unauthorized' })
    devices.servers.guardianHeard.length = 0
    const again = one.reopen()
    expect(await devices.logIn(again)).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
    expect(devices.servers.guardianHeard).not.toContain('/guardian/v1/release')
  })

  it('delays a person whose device forgot the wallet', async () => {
    const one = devices.newDevice(hardened)
    await devices.logIn(one.wallet)
    await one.wallet.forgetDevice()
    expect(one.store.devices.size).toBe(0)
    expect(await logInAnew(one.reopen())).toEqual(['guardian', 'device'])
  })

  it('applies to an existing wallet', async () => {
    const one = devices.newDevice()
    const person = await devices.logIn(one.wallet)
    expect(await isSigning(one.reopen('hardened'), person)).toBe(true)
    await expect.poll(() => [...one.store.devices.values()][0]!.share!.charter!.policy).toBe('hardened')
    expect(await devices.recoverByLink(devices.newDevice(hardened))).toHaveProperty('opensAt')
  })
})

describe('a strict project', () => {
  const strict = { policy: 'strict' } as const

  it('encrypts nothing to the guardian and never calls it, but starts with a recovery code', async () => {
    const one = devices.newDevice(strict)
    await one.wallet.startEmail({ email, site })
    const login = await one.wallet.verifyEmail({ code: devices.servers.code })
    if (!('person' in login)) throw new Error('the device is new')
    expect(kindsHanded()).toEqual([['code']])

    const two = devices.newDevice(strict)
    expect(await logInAnew(two.wallet)).toEqual(['code', 'device'])
    await expect(two.wallet.startRelease()).rejects.toMatchObject({ code: 'wallet_method_unsupported' })
    expect(await two.wallet.recoverByCode({ code: login.code! })).toEqual(login.person)
    expect(kindsHanded()).toEqual([['code'], ['code']])
    expect(devices.servers.guardianHeard).toEqual([])
  })

  it('removes the guardian from an existing wallet once it has another way', async () => {
    const one = devices.newDevice()
    const person = await devices.logIn(one.wallet)
    const again = one.reopen('strict')
    expect(await isSigning(again, person)).toBe(true)
    const other = devices.newDevice(strict).wallet
    expect(await logInAnew(other)).toEqual(['device'])
    await again.newRecoveryCode()
    expect(kindsHanded()[0]).toEqual(['code'])
  })
})

it('makes the guardian reject shares from before the wallet became strict', async () => {
  const one = devices.newDevice()
  await devices.logIn(one.wallet)
  await devices.enrolByLink(devices.newDevice())
  // The second device is not used again: its set stays as it is.
  await expect.poll(() => one.store.ticket?.registered?.policy).toBe('convenient')
  const strict = one.reopen('strict')
  await strict.newRecoveryCode()
  devices.time += 120_000
  await strict.restore()
  await expect.poll(() => one.store.ticket?.registered?.policy).toBe('strict')
  expect(kindsHanded()).toEqual([['code'], ['guardian']])
  const thief = devices.newDevice().wallet
  expect(await logInAnew(thief)).toContain('guardian')
  devices.time += 60_000
  await expect(thief.startRelease()).rejects.toMatchObject({ code: 'user_rejected' })
})

describe('another device', () => {
  it('adds a new one by its code, under every policy and without the guardian', async () => {
    for (const policy of ['hardened', 'strict'] as const) {
      devices = testDevices()
      const one = devices.newDevice({ policy })
      const person = await devices.logIn(one.wallet)
      const two = devices.newDevice({ policy })
      expect(await logInAnew(two.wallet)).toContain('device')
      const code = await two.wallet.deviceCode()
      await expect(two.wallet.recoverByDevice()).rejects.toMatchObject({ code: 'not_found' })
      await expect(one.wallet.approveDevice({ code: 'ABCDEFGHJKMN' })).rejects.toMatchObject({
        code: 'sign_in_unproven',
      })
      await one.wallet.approveDevice({ code: ` ${code.toLowerCase().replace(/(.{4})/g, '$1-')}` })
      expect(await two.wallet.recoverByDevice()).toEqual(person)
      expect(await isSigning(two.wallet, person)).toBe(true)
      // It was for that device and that once.
      await one.wallet.newRecoveryCode()
      expect(kindsHanded().flat()).toContain('code')
      expect((await one.wallet.listRecoveries()).map(({ kind }) => kind)).not.toContain('device')
    }
  })

  it('rejects a key that the API substituted', async () => {
    const one = devices.newDevice({ policy: 'strict' })
    await devices.logIn(one.wallet)
    const two = devices.newDevice({ policy: 'strict' })
    await logInAnew(two.wallet)
    const code = await two.wallet.deviceCode()
    devices.servers.lieOfKey = () => encodeBase64Url(p256.getPublicKey(p256.utils.randomSecretKey(), false))
    await expect(one.wallet.approveDevice({ code })).rejects.toMatchObject({ code: 'sign_in_unproven' })
    expect(kindsHanded()[0]).toEqual(['code'])
  })
})
