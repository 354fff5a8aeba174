import { beforeEach, expect, it } from 'vitest'
import { email, isSigning, site, testDevices } from '../../test/testDevices.ts'

let devices: ReturnType<typeof testDevices>
beforeEach(() => {
  devices = testDevices()
})

it.each([-5, 5])('works on a device whose clock is off by %i hours', async (hours) => {
  const { wallet, reopen } = devices.newDevice({ clockMs: hours * 3_600_000 })
  const person = await devices.logIn(wallet)
  expect(await isSigning(wallet, person)).toBe(true)
  const again = reopen()
  expect(await again.restore()).toEqual(person)
  expect(await isSigning(again, person)).toBe(true)
})

it.each([
  ['hidden', () => null],
  ['wrong, too', () => new Date(0).toUTCString()],
])('names the clock as the cause if it is off and the server’s date is %s', async (_, date) => {
  const { fetch } = devices.servers
  devices.servers.fetch = async (input, init) => {
    const { status, headers, body } = await fetch(input, init)
    const shown = new Headers(headers)
    shown.delete('Date')
    const other = date()
    if (other) shown.set('Date', other)
    return new Response(body, { status, headers: shown })
  }
  const { wallet } = devices.newDevice({ clockMs: 5 * 3_600_000 })
  await expect(wallet.startEmail({ email, site })).rejects.toMatchObject({ code: 'clock_wrong' })
  expect(devices.servers.mails).toEqual([])
})

it('keeps a session whose device’s clock goes wrong and cannot be corrected', async () => {
  const { wallet, store } = devices.newDevice()
  const person = await devices.logIn(wallet)
  const { fetch } = devices.servers
  devices.servers.fetch = async (input, init) => {
    const { status, body } = await fetch(input, init)
    return new Response(body, { status })
  }
  expect(await devices.newDevice({ store, clockMs: 5 * 3_600_000 }).wallet.restore()).toEqual(person)
  expect(await store.readSession()).toMatchObject({ email })
})
