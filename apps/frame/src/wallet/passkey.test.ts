import { verifyMessage } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { isSigning, site, testDevices } from '../../test/testDevices.ts'
import type { Login, Wallet } from './wallet.ts'

let test: ReturnType<typeof testDevices>
let servers: ReturnType<typeof testDevices>['servers']
beforeEach(() => {
  test = testDevices()
  servers = test.servers
})

/** A passkey's answer as far as the wallet reads it, and its secret. */
const answer = (name = 'AAAA', secret = 7) => ({
  passkey: { credentialId: name, clientData: 'AA', authenticatorData: 'AA', signature: 'AA' },
  prf: new Uint8Array(32).fill(secret),
})
async function logIn(wallet: Wallet, ...passkey: Parameters<typeof answer>): Promise<Login> {
  await wallet.startPasskey({ site })
  return await wallet.finishPasskey(answer(...passkey))
}
async function make(wallet: Wallet, ...passkey: Parameters<typeof answer>) {
  const login = await logIn(wallet, ...passkey)
  if (!('person' in login)) throw new Error('the device is new')
  return { person: login.person, code: login.code }
}

describe('a login by passkey', () => {
  it('makes a wallet that is sealed to the passkey and a first code, and to no guardian', async () => {
    const { wallet } = test.newDevice()
    const { person, code } = await make(wallet)
    expect(person.email).toBe(null)
    expect(code).toMatch(/\w/)
    expect(await isSigning(wallet, person)).toBe(true)
    const kinds = (await wallet.listRecoveries()).map(({ kind }) => kind)
    expect(kinds).toEqual(['passkey', 'code'])
    expect(servers.guardianHeard).toEqual([])
  })

  it('opens the wallet on a new device by the same answer, with the guardian away', async () => {
    const { person } = await make(test.newDevice().wallet)
    servers.isGuardianDown = true
    const { wallet, reopen } = test.newDevice()
    expect(await logIn(wallet)).toEqual({ person })
    expect(await isSigning(wallet, person)).toBe(true)
    expect(await reopen().restore()).toEqual(person)
    // And the next time on this device it needs no recovery.
    expect(await logIn(wallet)).toEqual({ person })
  })

  it('keeps the passkey that logs in, and lets go of one that was added', async () => {
    const { wallet } = test.newDevice()
    await make(wallet)
    const added = { credentialId: 'BBBB', prf: new Uint8Array(32).fill(9), label: 'Phone' }
    await wallet.addPasskey(added)
    await expect(wallet.removePasskey({ credentialId: 'AAAA' })).rejects.toMatchObject({ code: 'invalid_request' })
    await wallet.removePasskey(added)
    expect((await wallet.listRecoveries()).map(({ credentialId }) => credentialId)).toEqual(['AAAA', null])
  })

  it('is no one else’s wallet with another passkey, also on the same device', async () => {
    const { wallet } = test.newDevice()
    const { person } = await make(wallet)
    const other = await make(wallet, 'BBBB', 9)
    expect(other.person.evmAddress).not.toBe(person.evmAddress)
  })

  it('offers the other ways if the passkey returns no secret, and creates no wallet', async () => {
    const { person, code } = await make(test.newDevice().wallet)
    const { wallet } = test.newDevice()
    await wallet.startPasskey({ site })
    const login = await wallet.finishPasskey({ ...answer(), prf: undefined })
    expect(login).toMatchObject({ isNewDevice: true, ways: expect.arrayContaining([{ kind: 'code' }]) })
    expect(await wallet.recoverByCode({ code: code! })).toEqual(person)
    expect(await isSigning(wallet, person)).toBe(true)
    const { wallet: other } = test.newDevice()
    await other.startPasskey({ site })
    await expect(other.finishPasskey({ ...answer('CCCC'), prf: undefined })).rejects.toMatchObject({
      code: 'method_unsupported',
    })
  })

  it('offers the other ways if the passkey’s secret is a different one', async () => {
    const { person, code } = await make(test.newDevice().wallet)
    const { wallet } = test.newDevice()
    expect(await logIn(wallet, 'AAAA', 8)).toMatchObject({
      isNewDevice: true,
      ways: [{ kind: 'passkey' }, { kind: 'code' }, { kind: 'device' }],
    })
    expect(await wallet.recoverByCode({ code: code! })).toEqual(person)
  })

  it('rejects a server that names someone else, and stores no secret', async () => {
    const { wallet, store } = test.newDevice()
    servers.lie = (response) => ({ ...response, identity: 'A'.repeat(43) })
    await wallet.startPasskey({ site })
    const given = answer()
    await expect(wallet.finishPasskey(given)).rejects.toMatchObject({ code: 'account_mismatch' })
    expect(await store.readSession()).toBe(undefined)
    expect([...given.prf].every((byte) => byte === 0)).toBe(true)
    // Begun once, answered once.
    await expect(wallet.finishPasskey(answer())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('exports after the login passkey only', async () => {
    const { wallet } = test.newDevice()
    const { person } = await make(wallet)
    await wallet.addPasskey({ credentialId: 'CCCC', prf: new Uint8Array(32).fill(3), label: 'Phone' })
    expect(await wallet.reauthPasskey()).toBe('AAAA')
    await wallet.startReauth({ purpose: 'export' })
    await expect(wallet.exportWords({ passkey: answer('CCCC').passkey })).rejects.toMatchObject({
      code: 'sign_in_unproven',
    })
    await wallet.startReauth({ purpose: 'export' })
    const words = await wallet.exportWords({ passkey: answer().passkey })
    const { mnemonicToAccount } = await import('viem/accounts')
    const account = mnemonicToAccount(words)
    expect(account.address).toBe(person.evmAddress)
    const signature = await account.signMessage({ message: 'Hi' })
    expect(await verifyMessage({ address: account.address, message: 'Hi', signature })).toBe(true)
  })

  it('accepts an address for notices without changing the person', async () => {
    const { wallet } = test.newDevice()
    await make(wallet)
    await wallet.startEmailChange({ email: 'ann@site.example' })
    expect(await wallet.verifyNewEmail({ code: servers.code })).toEqual({ email: 'ann@site.example' })
    const again = test.newDevice().wallet
    expect(await logIn(again)).toMatchObject({ person: { email: 'ann@site.example' } })
    expect(await again.reauthPasskey()).toBe('AAAA')
  })
})
