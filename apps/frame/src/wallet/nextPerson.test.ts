import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { evilEmail } from '../../test/lieFor.ts'
import { email, isSigning, site, testDevices, turning } from '../../test/testDevices.ts'
import type { Person, Wallet } from './wallet.ts'

let devices: ReturnType<typeof testDevices>
beforeEach(() => {
  devices = testDevices()
})

async function logInAs(address: string, wallet: Wallet): Promise<Person> {
  await wallet.startEmail({ email: address, site })
  const login = await wallet.verifyEmail({ code: devices.servers.code })
  if (!('person' in login)) throw new Error('the device is new')
  return login.person
}

describe('the next person who logs in on the same page', () => {
  it('signs with their own share, not with the one that was fetched for the last person', async () => {
    const { wallet } = devices.newDevice()
    const ann = await devices.logIn(wallet)
    await wallet.prepare()
    const other = await logInAs(evilEmail, wallet)
    expect(await isSigning(wallet, other)).toBe(true)
    await wallet.prepare()
    expect(await devices.logIn(wallet)).toEqual(ann)
    expect(await isSigning(wallet, ann)).toBe(true)
  })

  it('neither signs with nor exports the wallet that the last person has unlocked', async () => {
    const { wallet, reopen } = devices.newDevice()
    const ann = await devices.logIn(wallet)
    const code = await wallet.newRecoveryCode()
    devices.servers.isDown = true
    const page = reopen()
    await page.restore()
    expect(await page.recoverByCode({ code })).toEqual(ann)
    devices.servers.isDown = false
    const other = await logInAs(evilEmail, page)
    expect(await isSigning(page, other)).toBe(true)
    await page.startReauth({ purpose: 'export' })
    const words = await page.exportWords({ code: devices.servers.code })
    expect(mnemonicToAccount(words).address).toBe(other.evmAddress)
  })

  it('gets nothing of what the guardian opens for the last person', async () => {
    await devices.logIn(devices.newDevice().wallet)
    const { wallet, store, waiting } = devices.newDevice()
    await wallet.startEmail({ email, site })
    await wallet.verifyEmail({ code: devices.servers.code })
    devices.time += 30_000
    const { number } = await wallet.startRelease()
    const opened = wallet.awaitRelease()
    const refused = expect(opened).rejects.toMatchObject({ code: 'not_found' })
    await devices.approve(number)
    const other = await logInAs(evilEmail, wallet)
    await turning(waiting, refused)
    const { share, others } = store.devices.get(store.session!.identity)!
    expect([share!.evmAddress, others]).toEqual([other.evmAddress, undefined])
  })
})
