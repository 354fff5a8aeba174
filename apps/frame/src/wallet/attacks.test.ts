import { identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { beforeEach, describe, expect, it } from 'vitest'
import { email, isSigning, site, type TestDevice, testDevices } from '../../test/testDevices.ts'
import { secretOfCode } from '../vault/recoveryCode.ts'
import { pairFor } from './recoveryKeys.ts'

let devices: ReturnType<typeof testDevices>
let servers: typeof devices.servers
beforeEach(() => {
  devices = testDevices()
  servers = devices.servers
})

const theirs = identityHash({ kind: 'email', subject: 'mallory@evil.example' })

/** The identities of a list for which the guardian would open a share that the API was ever handed. */
async function opensFor(identities: readonly string[]): Promise<string[]> {
  const open = new Set<string>()
  const ids = servers.requests.join('').match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
  const walletIds = new Set([...ids, ...[...servers.wallets.values()].map(({ walletId }) => walletId)])
  const handed = servers.requests.flatMap((text) =>
    [...text.matchAll(/"sealed":"([\w-]+)"/g)].map(([, sealed]) => sealed!),
  )
  for (const sealed of new Set(handed))
    for (const identity of identities)
      for (const walletId of walletIds)
        for (let generation = 1; generation <= 6; generation++)
          for (const policy of [undefined, 'hardened'] as const) {
            const info = recoveryInfo({ walletId, identity, generation, policy })
            await servers.openAsGuardian(info, sealed).then(
              () => open.add(identity),
              () => {},
            )
          }
  return [...open]
}

const keepUsing = async ({ reopen }: TestDevice & { reopen(): TestDevice['wallet'] }) => {
  devices.time += 3_600_000
  const wallet = reopen()
  await wallet.restore().catch(() => {})
  await wallet.newRecoveryCode().catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('an API that names another person', () => {
  it('with new tokens changes nothing of what is encrypted to the guardian', async () => {
    const device = devices.newDevice()
    const person = await devices.logIn(device.wallet)
    servers.lie = (session) => ({ ...session, identity: theirs, email: 'mallory@evil.example' })
    await keepUsing(device)
    expect(await opensFor([theirs])).toEqual([])
    servers.lie = (session) => session
    const again = device.reopen()
    expect(await again.restore()).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
  })

  it('at a social login or Farcaster gets nothing that the guardian opens for that person', async () => {
    for (const provider of ['google', 'farcaster'] as const) {
      devices = testDevices()
      servers = devices.servers
      const stranger = identityHash({ kind: provider, subject: 'mallory' })
      servers.lie = (session) => ({ ...session, identity: stranger })
      const { wallet } = devices.newDevice()
      if (provider === 'google') {
        const { uri } = await wallet.startSocial({ provider, site, back: { url: `https://${site}/`, isPopup: true } })
        const flow = new URL(uri).searchParams.get('flow')!
        await wallet.finishSocial({ flow, code: 'A'.repeat(43), site })
      } else {
        await wallet.startFarcaster({ site })
        await wallet.finishFarcaster({ site })
      }
      expect(await opensFor([stranger])).toEqual([])
    }
  })
})

it('opens by the code on a new device after an API named another person at the first social login, and stops', async () => {
  const stranger = identityHash({ kind: 'google', subject: 'mallory' })
  const logIn = async (wallet: TestDevice['wallet']) => {
    const { uri } = await wallet.startSocial({
      provider: 'google',
      site,
      back: { url: `https://${site}/`, isPopup: true },
    })
    const flow = new URL(uri).searchParams.get('flow')!
    return (await wallet.finishSocial({ flow, code: 'A'.repeat(43), site })).login
  }
  servers.lie = (session) => ({ ...session, identity: stranger })
  const login = await logIn(devices.newDevice().wallet)
  if (!('person' in login) || !login.code) throw new Error('a social login begins with a code')
  servers.lie = (session) => session
  const { wallet } = devices.newDevice()
  expect(await logIn(wallet)).toHaveProperty('isNewDevice')
  expect(await wallet.recoverByCode({ code: login.code })).toEqual(login.person)
  expect(await isSigning(wallet, login.person)).toBe(true)
})

it('brings no replaced code back, even if an API lists it as the newest', async () => {
  const { wallet, store } = devices.newDevice()
  const { evmAddress } = await devices.logIn(wallet)
  await wallet.newRecoveryCode()
  const [device] = servers.devices.values()
  const old = device!.set!
  const code = await wallet.newRecoveryCode()
  const generation = old.generation + 5
  servers.lieOfRecoveries = (response) => ({
    ...response,
    sets: [...response.sets, { ...response.sets[0]!, ...old, generation, deviceId: crypto.randomUUID() }],
  })
  // And takes the set that follows on its own.
  for (const each of servers.wallets.values()) each.generation = generation
  await wallet.addPasskey({ credentialId: 'AAAA', prf: new Uint8Array(32).fill(5), label: 'Phone' })
  const own = encodeBase64Url(pairFor(evmAddress, secretOfCode(code)).publicKey)
  for (const { recoveries } of [device!.set!, [...store.devices.values()][0]!.share!]) {
    const codes = recoveries.filter(({ key }) => key.kind === 'code').map(({ key }) => key.publicKey)
    expect(codes).toEqual([own])
  }
})

describe('a wallet’s policy', () => {
  it('stays even if a project with a looser one uses the wallet', async () => {
    for (const policy of ['hardened', 'strict'] as const) {
      devices = testDevices()
      servers = devices.servers
      const device = devices.newDevice({ policy })
      const person = await devices.logIn(device.wallet)
      const loose = device.reopen('convenient')
      expect(await isSigning(loose, person)).toBe(true)
      await loose.newRecoveryCode()
      const sealed = [...servers.devices.values()][0]!.set!.recoveries.find(
        ({ key }) => key.kind === 'guardian',
      )?.sealed
      const identity = identityHash({ kind: 'email', subject: email })
      const { walletId } = servers.wallets.get(identity)!
      if (sealed)
        await expect(
          servers.openAsGuardian(recoveryInfo({ walletId, identity, generation: 2 }), sealed),
        ).rejects.toThrow()
      expect(sealed !== undefined).toBe(policy === 'hardened')
    }
  })
})

describe('a device whose server forgot its set', () => {
  it('keeps its wallet, and opens it by a code', async () => {
    const { wallet, reopen, waiting } = devices.newDevice()
    const person = await devices.logIn(wallet)
    const code = await wallet.newRecoveryCode()
    for (const device of servers.devices.values()) delete device.set
    const again = reopen()
    expect(await again.restore()).toEqual(person)
    expect(await again.recoverByCode({ code })).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
    waiting.splice(0)
  })

  it('keeps the wallet when the server names none or another one at a login', async () => {
    const { wallet, reopen } = devices.newDevice()
    const person = await devices.logIn(wallet)
    for (const change of [null, { walletId: crypto.randomUUID(), evmAddress: `0x${'12'.repeat(20)}` }]) {
      servers.tokens.clear()
      servers.lie = (session) => ({ ...session, wallet: change && { ...session.wallet!, ...change } })
      expect(await devices.logIn(reopen())).toEqual(person)
    }
  })

  it('signs with the set that the server has the other half of, whatever generation it names', async () => {
    const { wallet, reopen } = devices.newDevice()
    const person = await devices.logIn(wallet)
    const { fetch } = servers
    // The server says that it keeps new sets, and keeps the old one.
    const [device] = servers.devices.values()
    const kept = device!.set!
    await wallet.newRecoveryCode()
    device!.set = { ...kept, generation: 7 }
    expect(await isSigning(reopen(), person)).toBe(true)
    servers.fetch = fetch
  })

  it('offers recovery without the server when no share fits', async () => {
    const { wallet, reopen } = devices.newDevice()
    const person = await devices.logIn(wallet)
    const code = await wallet.newRecoveryCode()
    const [device] = servers.devices.values()
    device!.set = { ...device!.set!, authShare: encodeBase64Url(crypto.getRandomValues(new Uint8Array(17))) }
    const again = reopen()
    await expect(isSigning(again, person)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await again.ownWays()).map(({ kind }) => kind)).toContain('code')
    expect(await again.recoverByCode({ code })).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
  })
})

it('forgets the wallet on this device even if the API is down, refuses or lies', async () => {
  const refused = Response.json({ status: 'FAILED', code: 'account_mismatch', reasons: [] }, { status: 409 })
  for (const respond of [
    async () => Promise.reject(new TypeError('Failed to fetch')),
    async () => refused.clone(),
    async () => Response.json({}),
  ]) {
    devices = testDevices()
    const { wallet, store } = devices.newDevice()
    await devices.logIn(wallet)
    devices.servers.fetch = respond
    await wallet.forgetDevice()
    expect([store.devices.size, store.session]).toEqual([0, undefined])
  }
})
