import { embeddedRoutes, type RecoveryKey } from '@billfold/protocol/embedded/embeddedApi'
import { keyPairFrom, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { signStatement, statementKeysOf, walletIdOf } from '@billfold/protocol/embedded/walletStatement'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { beforeEach, describe, expect, it } from 'vitest'
import { email, isSigning, site, testDevices, turning } from '../../test/testDevices.ts'
import { deriveWallet } from '../vault/deriveWallet.ts'
import { secretOfCode } from '../vault/recoveryCode.ts'
import { splitEntropy } from '../vault/shares.ts'
import { charterFor } from './charters.ts'
import { withProof } from './recoveryProof.ts'

const identity = identityHash({ kind: 'email', subject: email })
const dayMs = 86_400_000
let devices: ReturnType<typeof testDevices>
let servers: typeof devices.servers
beforeEach(() => {
  devices = testDevices()
  servers = devices.servers
})

/** The API makes a wallet that it knows the words of, and says that it is the person's: all in itself right, and encrypted to keys that it knows. */
async function passOff(keys: readonly RecoveryKey[], { isKeyed = true, hasCharter = true } = {}) {
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const { evm, solana } = await deriveWallet(entropy)
  const shares = await splitEntropy(entropy)
  const statementKeys = statementKeysOf(entropy)
  const walletId = isKeyed ? walletIdOf(statementKeys.publicKey) : crypto.randomUUID()
  const charter = charterFor(entropy, walletId, undefined, { identity, policy: 'convenient' })
  const made = { walletId, evmAddress: evm.address, solanaAddress: solana.address, generation: 1 }
  const info = recoveryInfo({ walletId, identity, generation: 1 })
  const recoveriesFor = (device: { sealKey: string }) =>
    [...keys, { kind: 'device' as const, publicKey: device.sealKey }].map((key) => ({
      key: key.kind === 'guardian' ? key : withProof(entropy, key),
      sealed: encodeBase64Url(sealTo(decodeBase64Url(key.publicKey), info, shares.recovery)),
    }))
  servers.lie = (response) => ({ ...response, wallet: made, isEnrolled: false })
  servers.lieOfTicket = (claims) => ({ ...claims, sub: walletId })
  servers.lieOfRecoveries = (response) => {
    const device = [...servers.devices.values()].at(-1)!
    const auth = deliveryInfo({ walletId, deviceId: device.deviceId, share: 'auth' })
    const authShare = encodeBase64Url(sealTo(decodeBase64Url(device.sealKey), auth, shares.auth))
    const set = {
      deviceId: crypto.randomUUID(),
      generation: 1,
      identity,
      charter: hasCharter ? charter : (undefined as never),
      authShare,
    }
    return { ...response, sets: [{ ...set, recoveries: recoveriesFor(device) }] }
  }
  const { fetch } = servers
  const { method, path } = embeddedRoutes.enrolDevice
  servers.fetch = async (input, init) =>
    init?.method === method && new URL(String(input)).pathname === path
      ? Response.json({ status: 'SUCCESS' })
      : fetch(input, init)
  /** As the wallet's own devices do. */
  const register = async () => {
    const claims = { sub: walletId, aud: 'test', identity, device: crypto.randomUUID(), sealKey: servers.guardianKey() }
    const ticket = encodeBase64Url(new TextEncoder().encode(JSON.stringify({ ...claims, exp: 9e9 })))
    const statement = { walletId, identity, policy: 'convenient', ticket } as const
    const signature = encodeBase64Url(signStatement(statementKeys.secretKey, statement))
    const body = { ...statement, email, key: encodeBase64Url(statementKeys.publicKey), signature }
    return await servers.guardian.request('/guardian/v1/wallets', { method: 'POST', body: JSON.stringify(body) })
  }
  return { ...made, register }
}

async function newDeviceAt() {
  const two = devices.newDevice()
  await two.wallet.startEmail({ email, site })
  const login = await two.wallet.verifyEmail({ code: servers.code })
  expect(login).toHaveProperty('isNewDevice')
  return two
}

describe('an API that passes off a wallet of its own making on a new device', () => {
  it('opens it by no recovery code or passkey of the person', async () => {
    const one = devices.newDevice()
    await devices.logIn(one.wallet)
    const code = await one.wallet.newRecoveryCode()
    const prf = () => new Uint8Array(32).fill(5)
    await one.wallet.addPasskey({ credentialId: 'AAAA', prf: prf(), label: 'Phone' })
    const known = [...servers.devices.values()][0]!.set!.recoveries.map(({ key }) => key)
    expect(known.map(({ kind }) => kind)).toEqual(['guardian', 'code', 'passkey'])
    await passOff(known)
    const { wallet } = await newDeviceAt()
    const refused = { code: 'sign_in_unproven' }
    await expect(wallet.recoverByCode({ code })).rejects.toMatchObject(refused)
    await expect(wallet.recoverByPasskey({ credentialId: 'AAAA', prf: prf() })).rejects.toMatchObject(refused)
    expect(await wallet.restore()).toBeNull()
  })

  it('opens it by no share that it encrypted to the device itself', async () => {
    await devices.logIn(devices.newDevice().wallet)
    await passOff([])
    const { wallet } = await newDeviceAt()
    await expect(wallet.recoverByDevice()).rejects.toMatchObject({ code: 'not_found' })
    await wallet.deviceCode()
    await expect(wallet.recoverByDevice()).rejects.toMatchObject({ code: 'not_found' })
    expect(await wallet.restore()).toBeNull()
  })

  it('has the guardian open it for no one who has another one, but after a day in which they are warned', async () => {
    const one = devices.newDevice()
    await devices.logIn(one.wallet)
    await expect.poll(() => one.store.ticket?.registered).toBeDefined()
    for (const isRegistered of [false, true]) {
      const publicKey = servers.guardianKey()
      const { register } = await passOff([{ kind: 'guardian', publicKey }])
      if (isRegistered) expect((await register()).status).toBe(200)
      const two = devices.newDevice()
      expect(await devices.recoverByLink(two)).toHaveProperty('opensAt')
      expect(servers.mails.at(-1)).toMatchObject({
        to: email,
        text: expect.stringContaining('known there by another wallet'),
      })
      expect(await (await devices.press()).text()).toContain('The device was stopped')
      devices.time += 2 * dayMs
      await expect(turning(two.waiting, two.wallet.awaitRelease())).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})

/** The old derivation: one key per secret, the same in every wallet, so the API knew it for wallets of its own. */
const oldKeyOf = (secret: Uint8Array) => encodeBase64Url(keyPairFrom(secret).publicKey)
const passkeySecret = () => new Uint8Array(32).fill(5)

describe('a wallet that the API made, encrypted by the old derivation of a recovery code and a passkey', () => {
  const code = '0123A-4567B-89CDE-FGHJK-MNPQRS'
  const oldKeys: RecoveryKey[] = [
    { kind: 'code', publicKey: oldKeyOf(secretOfCode(code)) },
    { kind: 'passkey', publicKey: oldKeyOf(passkeySecret()), credentialId: 'AAAA', label: 'Phone' },
  ]
  const kinds = ['code', 'passkey'] as const
  const forms = [{}, { isKeyed: false }, { hasCharter: false }, { isKeyed: false, hasCharter: false }]

  it.each(kinds.flatMap((kind) => forms.map((form) => ({ kind, form }))))(
    'does not open by the $kind ($form)',
    async ({ kind, form }) => {
      await devices.logIn(devices.newDevice().wallet)
      await passOff(oldKeys, form)
      const two = devices.newDevice()
      await two.wallet.startEmail({ email, site })
      const recovered = two.wallet
        .verifyEmail({ code: servers.code })
        .then(() =>
          kind === 'code'
            ? two.wallet.recoverByCode({ code })
            : two.wallet.recoverByPasskey({ credentialId: 'AAAA', prf: passkeySecret() }),
        )
      await expect(recovered).rejects.toMatchObject({ code: expect.any(String) })
      expect(await two.reopen().restore()).toBeNull()
      expect(two.store.devices.values().next().value?.share).toBeUndefined()
    },
  )
})

it('refuses a wallet whose ID is not its own key’s, even from the guardian', async () => {
  const two = devices.newDevice()
  await two.wallet.startEmail({ email, site })
  const { register: _, ...made } = await passOff([{ kind: 'guardian', publicKey: servers.guardianKey() }], {
    isKeyed: false,
  })
  servers.wallets.set(identity, made)
  expect(await two.wallet.verifyEmail({ code: servers.code })).toHaveProperty('isNewDevice')
  const { number } = await two.wallet.startRelease()
  const recovered = turning(two.waiting, two.wallet.awaitRelease())
  recovered.catch(() => {})
  await devices.approve(number)
  await expect(recovered).rejects.toMatchObject({ code: 'account_mismatch' })
  expect(await two.reopen().restore()).toBeNull()
})

it('tells no server the key that a new code or passkey had in an earlier build, by which an API could bring that build’s way back', async () => {
  const one = devices.newDevice({ policy: 'strict' })
  await one.wallet.startEmail({ email, site })
  const login = await one.wallet.verifyEmail({ code: servers.code })
  if (!('person' in login) || !login.code) throw new Error('a strict wallet begins with a code')
  const renewed = await one.wallet.newRecoveryCode()
  await one.wallet.addPasskey({ credentialId: 'AAAA', prf: passkeySecret(), label: 'Phone' })
  const sent = [...servers.requests, ...servers.sentToGuardian].join()
  const listed = [...servers.devices.values()][0]!.set!.recoveries.map(({ key }) => key)
  expect(listed.map(({ kind }) => kind).sort()).toEqual(['code', 'passkey'])
  for (const { publicKey } of listed) expect(sent).toContain(publicKey)
  for (const secret of [secretOfCode(login.code), secretOfCode(renewed), passkeySecret()])
    expect(sent).not.toContain(oldKeyOf(secret))
  // The API can list a key that it knows as an earlier one, but it opens nothing without the old key.
  await passOff(listed)
  const { wallet } = await newDeviceAt()
  const refused = { code: 'sign_in_unproven' }
  for (const code of [renewed, login.code]) await expect(wallet.recoverByCode({ code })).rejects.toMatchObject(refused)
  const prf = passkeySecret()
  await expect(wallet.recoverByPasskey({ credentialId: 'AAAA', prf })).rejects.toMatchObject(refused)
  expect(await wallet.restore()).toBeNull()
})

it('shows a new device the addresses of the wallet’s own keys, whatever the API says', async () => {
  const one = devices.newDevice()
  const person = await devices.logIn(one.wallet)
  const code = await one.wallet.newRecoveryCode()
  const solanaAddress = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpdpdpdpdpdpdp'
  servers.lie = (response) => ({ ...response, wallet: { ...response.wallet!, solanaAddress } })
  const { wallet } = await newDeviceAt()
  expect(await wallet.recoverByCode({ code })).toEqual(person)
  expect((await wallet.restore())?.solanaAddress).toBe(person.solanaAddress)
})

it.each(['leaves out', 'forges'])('encrypts nothing for a wallet whose charter the API %s', async (how) => {
  const one = devices.newDevice({ policy: 'strict' })
  await one.wallet.startEmail({ email, site })
  const login = await one.wallet.verifyEmail({ code: servers.code })
  if (!('person' in login) || !login.code) throw new Error('a strict wallet begins with a code')
  const { code } = login
  const before = servers.requests.length
  servers.lieOfRecoveries = (response) => ({
    ...response,
    sets: response.sets.map(({ charter, ...set }) => ({
      ...set,
      charter: how === 'forges' ? { ...charter, proof: 'A'.repeat(43) } : (undefined as never),
    })),
  })
  const two = devices.newDevice()
  await two.wallet.startEmail({ email, site })
  const recovered = two.wallet.verifyEmail({ code: servers.code }).then(() => two.wallet.recoverByCode({ code }))
  await expect(recovered).rejects.toMatchObject({ code: how === 'forges' ? 'account_mismatch' : 'invalid_input' })
  expect(servers.requests.slice(before).join()).not.toContain('"recoveries":')
  servers.lieOfRecoveries = (response) => response
  expect(await isSigning(one.reopen(), login.person)).toBe(true)
})
