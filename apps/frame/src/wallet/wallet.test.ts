import { sealTo } from '@billfold/protocol/embedded/hpke'
import { recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { p256 } from '@noble/curves/nist.js'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { email, isSigning, message, site, type TestDevice, testDevices, turning } from '../../test/testDevices.ts'
import { joinShares } from '../vault/shares.ts'
import type { Wallet } from './wallet.ts'

let devices: ReturnType<typeof testDevices>
let servers: typeof devices.servers
beforeEach(() => {
  devices = testDevices()
  servers = devices.servers
})
const newDevice: typeof devices.newDevice = (options) => devices.newDevice(options)
const logIn = (wallet: Wallet) => devices.logIn(wallet)
const approve = (number: string) => devices.approve(number)
const enrolByLink = (device: TestDevice, as?: string) => devices.enrolByLink(device, as)

describe('a first login', () => {
  it('creates a wallet that signs, survives a reload, and needs only a code on the same device', async () => {
    const { wallet, reopen } = newDevice()
    const person = await logIn(wallet)
    expect(person).toMatchObject({ email, evmAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
    expect(await isSigning(wallet, person)).toBe(true)
    const again = reopen()
    expect(await again.restore()).toEqual(person)
    expect(await isSigning(again, person)).toBe(true)
    expect(await again.startEmail({ email: ' ANN@site.example ', site })).toEqual({ person })
  })

  it('sends the server no two shares of a wallet, and stores none unencrypted', async () => {
    const { wallet, store } = newDevice()
    const { evmAddress } = await logIn(wallet)
    const texts = servers.requests.flatMap((body) => body.match(/(?<=")[\w-]{23}(?=")/g) ?? [])
    const shares = [...new Set(texts)].map(decodeBase64Url)
    expect(shares).toHaveLength(1)
    for (const one of shares)
      for (const other of shares) await expect(joinShares(one, other, evmAddress)).rejects.toThrow()
    const { keys, share } = [...store.devices.values()][0]!
    for (const key of [keys.sign.privateKey, keys.seal.privateKey, keys.keep])
      await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow()
    expect(share!.kept.bytes.byteLength).toBe(17 + 16)
  })

  it('reports an unavailable guardian, and creates no wallet that no one could recover', async () => {
    servers.isGuardianDown = true
    const { wallet } = newDevice()
    await expect(logIn(wallet)).rejects.toMatchObject({ code: 'unavailable' })
    expect(servers.wallets.size).toBe(0)
    servers.isGuardianDown = false
    await logIn(wallet)
  })

  it('opens with the same code once the guardian is back', async () => {
    const { wallet } = newDevice()
    await wallet.startEmail({ email, site })
    servers.isGuardianDown = true
    const { code } = servers
    await expect(wallet.verifyEmail({ code })).rejects.toMatchObject({ code: 'unavailable' })
    servers.isGuardianDown = false
    expect(await wallet.verifyEmail({ code })).toHaveProperty('person')
    await expect(wallet.verifyEmail({ code })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('tells a wrong code from one that no one was sent', async () => {
    const { wallet } = newDevice()
    await expect(wallet.verifyEmail({ code: '123456' })).rejects.toMatchObject({ code: 'not_found' })
    await wallet.startEmail({ email, site })
    await expect(wallet.verifyEmail({ code: '000000' })).rejects.toMatchObject({ code: 'sign_in_unproven' })
    expect(await wallet.verifyEmail({ code: servers.code })).toHaveProperty('person')
  })

  it('survives an answer that was lost after the server had made the wallet', async () => {
    const { fetch } = servers
    servers.fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (String(input).includes('/embedded/v1/wallet')) throw new TypeError('Failed to fetch')
      return answer
    }
    const { wallet, store } = newDevice()
    await expect(logIn(wallet)).rejects.toMatchObject({ code: 'unavailable' })
    expect(servers.wallets.size).toBe(1)
    servers.fetch = fetch
    const again = newDevice({ store }).wallet
    expect(await isSigning(again, await logIn(again))).toBe(true)
  })
})

describe('a second device', () => {
  it('gets the wallet when the guardian’s link was approved with the right number', async () => {
    const first = await logIn(newDevice().wallet)
    const { wallet, waiting } = newDevice()
    await wallet.startEmail({ email, site })
    expect(await wallet.verifyEmail({ code: servers.code })).toEqual({
      isNewDevice: true,
      ways: [{ kind: 'guardian' }, { kind: 'device' }],
    })
    const { number } = await wallet.startRelease()
    const recovered = turning(waiting, wallet.awaitRelease())
    await approve(number)
    expect(await recovered).toEqual(first)
    expect(await isSigning(wallet, first)).toBe(true)
    expect(await wallet.listDevices()).toHaveLength(2)
  })

  it('gets nothing if the person presses another number or rejects', async () => {
    await logIn(newDevice().wallet)
    const { wallet, waiting } = newDevice()
    await wallet.startEmail({ email, site })
    await wallet.verifyEmail({ code: servers.code })
    const { number } = await wallet.startRelease()
    const recovered = turning(waiting, wallet.awaitRelease())
    await approve(number === '10' ? '11' : '10')
    await expect(recovered).rejects.toMatchObject({ code: 'user_rejected' })
    expect(await wallet.restore()).toBeNull()
  })

  it('accepts a recovery code or a passkey instead of the link, even after a reload', async () => {
    const one = newDevice()
    const person = await logIn(one.wallet)
    const code = await one.wallet.newRecoveryCode()
    const prf = crypto.getRandomValues(new Uint8Array(32))
    await one.wallet.addPasskey({ credentialId: 'credential-1', prf: prf.slice(), label: 'Laptop' })
    expect((await one.wallet.listRecoveries()).map(({ kind }) => kind)).toEqual(['guardian', 'code', 'passkey'])
    servers.isGuardianDown = true

    const two = newDevice()
    await two.wallet.startEmail({ email, site })
    expect(await two.wallet.verifyEmail({ code: servers.code })).toMatchObject({
      ways: [
        { kind: 'guardian' },
        { kind: 'passkey', credentialIds: ['credential-1'] },
        { kind: 'code' },
        { kind: 'device' },
      ],
    })
    await expect(
      two.wallet.recoverByCode({ code: code.replace(/^./, code[0] === 'A' ? 'B' : 'A') }),
    ).rejects.toMatchObject({ code: 'sign_in_unproven' })
    expect(await two.reopen().recoverByCode({ code: code.toLowerCase() })).toEqual(person)

    const three = newDevice()
    await three.wallet.startEmail({ email, site })
    await three.wallet.verifyEmail({ code: servers.code })
    expect(await three.wallet.recoverByPasskey({ credentialId: 'credential-1', prf })).toEqual(person)
    // Proven keys travel on, so that losing the first device loses no way of recovery.
    expect((await three.wallet.listRecoveries()).map(({ kind }) => kind)).toEqual(['code', 'passkey'])
    expect(await isSigning(three.wallet, person)).toBe(true)
  })

  it('keeps the other device’s code when that device is revoked', async () => {
    const one = newDevice()
    const person = await logIn(one.wallet)
    const two = newDevice()
    await enrolByLink(two)
    const code = await one.wallet.newRecoveryCode()
    const lost = (await two.wallet.listDevices()).find(({ isThisOne }) => !isThisOne)!
    await two.wallet.revokeDevice(lost)
    const three = newDevice()
    await three.wallet.startEmail({ email, site })
    await three.wallet.verifyEmail({ code: servers.code })
    expect(await three.wallet.recoverByCode({ code })).toEqual(person)
  })
})

describe('a lying server', () => {
  it('gets nothing encrypted to a key that it added to the list', async () => {
    const one = newDevice()
    await logIn(one.wallet)
    const theirs = p256.utils.randomSecretKey()
    const publicKey = encodeBase64Url(p256.getPublicKey(theirs, false))
    servers.lieOfRecoveries = (response) => ({
      ...response,
      sets: response.sets.map((set) => {
        const info = recoveryInfo({ walletId: 'w', identity: 'i', generation: 1 })
        const sealed = encodeBase64Url(sealTo(decodeBase64Url(publicKey), info, new Uint8Array(17)))
        const keys = [
          { kind: 'code' as const, publicKey },
          { kind: 'passkey' as const, publicKey, credentialId: 'evil', proof: 'A'.repeat(43) },
          { kind: 'guardian' as const, publicKey },
        ]
        return { ...set, recoveries: [...set.recoveries, ...keys.map((key) => ({ key, sealed }))] }
      }),
    })
    await one.wallet.newRecoveryCode()
    const two = newDevice()
    await enrolByLink(two)
    const handed = [...servers.devices.values()].flatMap(({ set }) => set!.recoveries.map(({ key }) => key.publicKey))
    expect(handed.length).toBeGreaterThan(2)
    expect(handed).not.toContain(publicKey)
  })

  it('cannot pass off another wallet or person', async () => {
    const { wallet, reopen } = newDevice()
    const person = await logIn(wallet)
    servers.lie = (response) => ({ ...response, identity: 'A'.repeat(43) })
    const other = newDevice().wallet
    await other.startEmail({ email, site })
    await expect(other.verifyEmail({ code: servers.code })).rejects.toMatchObject({ code: 'account_mismatch' })
    const logInAgain = async () => {
      const again = reopen()
      servers.tokens.clear()
      await again.startEmail({ email, site })
      return await again.verifyEmail({ code: servers.code })
    }
    servers.lie = (response) => ({ ...response, wallet: { ...response.wallet!, evmAddress: `0x${'12'.repeat(20)}` } })
    expect(await logInAgain()).toEqual({ person })
    servers.lie = (response) => ({ ...response, wallet: null })
    expect(await logInAgain()).toEqual({ person })
    servers.lie = (response) => ({ ...response, email: 'mallory@evil.example' })
    expect(await logInAgain()).toEqual({ person })
  })

  it('cannot make a device sign with a share of another set', async () => {
    const { wallet } = newDevice()
    await logIn(wallet)
    const [device] = servers.devices.values()
    device!.set!.authShare = encodeBase64Url(crypto.getRandomValues(new Uint8Array(17)))
    await expect(wallet.sign({ kind: 'evmMessage', message })).rejects.toMatchObject({ code: 'unavailable' })
  })
})

it('signs while the API is down, with the device’s share and a code, for five minutes', async () => {
  const { wallet, reopen, waiting } = newDevice()
  const person = await logIn(wallet)
  const code = await wallet.newRecoveryCode()
  servers.isDown = true
  devices.time += 86_400_000
  const again = reopen()
  expect(await again.restore()).toEqual(person)
  await expect(isSigning(again, person)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await again.recoverByCode({ code })).toEqual(person)
  expect(await isSigning(again, person)).toBe(true)
  devices.time += 5 * 60_000
  for (const go of waiting.splice(0)) go()
  await expect(isSigning(again, person)).rejects.toMatchObject({ code: 'unavailable' })
})

it('follows a change of address on every device and at the guardian', async () => {
  const one = newDevice()
  const person = await logIn(one.wallet)
  const two = newDevice()
  await enrolByLink(two)
  const moved = { ...person, email: 'ann@new.example' }
  expect(await one.wallet.startEmailChange({ email: moved.email })).toEqual({ step: 'primary' })
  await one.wallet.verifyOldEmail({ code: servers.code })
  await expect(one.wallet.verifyNewEmail({ code: '000000' })).rejects.toMatchObject({ code: 'sign_in_unproven' })
  expect(await isSigning(one.wallet, person)).toBe(true)
  expect(await one.wallet.verifyNewEmail({ code: servers.code })).toEqual({ email: moved.email })
  expect(await one.reopen().restore()).toEqual(moved)
  expect(await isSigning(one.reopen(), person)).toBe(true)

  devices.time += 600_000
  const again = two.reopen()
  expect(await again.restore()).toEqual(moved)
  expect(await isSigning(again, person)).toBe(true)
  await expect
    .poll(() => [...two.store.devices.values()].map(({ share }) => share?.charter.identity))
    .toEqual([[...two.store.devices.keys()][0]])

  const three = newDevice()
  expect(await enrolByLink(three, moved.email)).toEqual(moved)
  expect(servers.mails.at(-1)!.to).toBe(moved.email)
})

it('exports the words after a code, and they open the same account elsewhere', async () => {
  const { wallet } = newDevice()
  const { evmAddress } = await logIn(wallet)
  await expect(wallet.exportWords({ code: servers.code })).rejects.toMatchObject({ code: 'not_found' })
  await wallet.startReauth({ purpose: 'export' })
  await expect(wallet.exportWords({ code: '000000' })).rejects.toMatchObject({ code: 'sign_in_unproven' })
  expect(mnemonicToAccount(await wallet.exportWords({ code: servers.code })).address).toBe(evmAddress)
})

it('leaves nothing on a device that forgets the wallet, but keeps its only set recoverable', async () => {
  const { wallet, store, waiting } = newDevice()
  const person = await logIn(wallet)
  await wallet.forgetDevice()
  expect(store.devices.size).toBe(0)
  expect(store.session).toBeUndefined()
  expect(await wallet.restore()).toBeNull()
  await expect(isSigning(wallet, person)).rejects.toMatchObject({ code: 'unauthorized' })
  await wallet.startEmail({ email, site })
  expect(await wallet.verifyEmail({ code: servers.code })).toHaveProperty('ways')
  const { number } = await wallet.startRelease()
  const recovered = turning(waiting, wallet.awaitRelease())
  await approve(number)
  expect(await recovered).toEqual(person)
})

it('deletes an account in a week, keeps it for who signs in before, and makes way for a new one after', async () => {
  const { wallet, store } = newDevice()
  const person = await logIn(wallet)
  const begin = async () => {
    await wallet.startReauth({ purpose: 'delete' })
    await expect(wallet.deleteAccount({ code: '000000' })).rejects.toMatchObject({ code: 'sign_in_unproven' })
    expect(await wallet.deleteAccount({ code: servers.code })).toEqual({ deleteAt: devices.time + 7 * 86_400_000 })
    expect(await wallet.restore()).toBeNull()
  }
  await begin()
  expect(await logIn(wallet)).toEqual(person)
  expect(await isSigning(wallet, person)).toBe(true)
  expect([...store.devices.values()][0]).not.toHaveProperty('endsAt')

  await begin()
  devices.time += 8 * 86_400_000
  servers.erase()
  const other = await logIn(wallet)
  expect(other.evmAddress).not.toBe(person.evmAddress)
  expect(await isSigning(wallet, other)).toBe(true)
})

describe('a passkey that was removed', () => {
  const prf = () => new Uint8Array(32).fill(7)
  const credential = { credentialId: 'credential-1', label: 'Laptop' }
  const kinds = async (wallet: Wallet) => (await wallet.listRecoveries()).map(({ kind }) => kind)
  const waysAnew = async () => {
    const { wallet } = newDevice()
    await wallet.startEmail({ email, site })
    const login = await wallet.verifyEmail({ code: servers.code })
    return { wallet, ways: 'ways' in login ? login.ways.map(({ kind }) => kind) : [] }
  }

  it('recovers the wallet on no device, and neither an old device nor the API can restore it', async () => {
    const one = newDevice()
    const person = await logIn(one.wallet)
    await one.wallet.addPasskey({ ...credential, prf: prf() })
    const two = newDevice()
    await enrolByLink(two)
    expect(await kinds(two.wallet)).toEqual(['guardian', 'passkey'])
    const before = structuredClone([...servers.devices.values()].map(({ set }) => set!))

    await one.wallet.removePasskey(credential)
    expect(await kinds(one.wallet)).toEqual(['guardian'])
    // The other device still has it in its own set, and so do servers that keep what they were to delete.
    servers.lieOfRecoveries = (response) => ({
      ...response,
      sets: response.sets.map((set, at) => ({ ...set, recoveries: [...set.recoveries, ...before[at]!.recoveries] })),
    })
    await two.wallet.newRecoveryCode()
    expect((await kinds(two.wallet)).toSorted()).toEqual(['code', 'guardian'])
    await one.wallet.newRecoveryCode()
    expect(await kinds(one.wallet)).not.toContain('passkey')
    servers.lieOfRecoveries = (response) => response
    const { wallet, ways } = await waysAnew()
    expect(ways).toEqual(['guardian', 'code', 'device'])
    await expect(wallet.recoverByPasskey({ ...credential, prf: prf() })).rejects.toMatchObject({
      code: 'sign_in_unproven',
    })
    expect(await isSigning(two.wallet, person)).toBe(true)
  })

  it('stays if it is the last way, or unknown to the wallet', async () => {
    const { wallet } = newDevice({ policy: 'strict' })
    await wallet.startEmail({ email, site })
    await wallet.verifyEmail({ code: servers.code })
    await expect(wallet.removePasskey(credential)).rejects.toMatchObject({ code: 'not_found' })
    await wallet.addPasskey({ ...credential, prf: prf() })
    await wallet.removePasskey(credential)
    expect(await kinds(wallet)).toEqual(['code'])
  })
})
