import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { type FrameRequestName, frameRequests } from '@billfold/protocol/frame/frameRequests'
import { approvedMethods } from '@billfold/protocol/frame/frameRpc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evilEmail } from '../../test/lieFor.ts'
import { openTestFrame } from '../../test/openTestFrame.ts'
import { email, isSigning, site, testDevices } from '../../test/testDevices.ts'
import type { SignRequest } from '../wallet/wallet.ts'

const other = `0x${'9'.repeat(40)}`
const hex = `0x${'ab'.repeat(32)}`
const page = `https://${site}/`
const typedData = { domain: { chainId: 1 }, primaryType: 'Mail', types: { Mail: [] }, message: {} }
/** Inputs of each request on the wire: an honest site's and a thief's. A new request without its own does not compile. */
const inputs: { [K in FrameRequestName]: readonly unknown[] } = {
  CONNECT_EMAIL: [{ email: evilEmail }],
  CONNECT_OTP: [{ otp: '123456' }, { otp: '000000' }],
  CONNECT_DEVICE: [undefined],
  GET_SOCIAL_REDIRECT_URI: [
    { provider: 'google' },
    { provider: 'google', returnTo: page },
    { provider: 'x', returnTo: 'https://evil.example/' },
  ],
  CONNECT_SOCIAL: [{ uri: 'last' }, { uri: 'https://evil.example/#flow=1&code=2' }],
  CONNECT_PASSKEY: [undefined],
  GET_FARCASTER_URI: [undefined],
  CONNECT_FARCASTER: [undefined],
  GET_USER: [undefined, { chainId: 'eip155:1' }, { preferredAccountType: 'smartAccount' }],
  IS_CONNECTED: [undefined],
  GET_CHAIN_ID: [undefined],
  SWITCH_NETWORK: [{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, { chainId: 1 }],
  SIGN_OUT: [undefined],
  SHARE_EMAIL: [undefined],
  UPDATE_EMAIL: [{ email: evilEmail }],
  UPDATE_EMAIL_PRIMARY_OTP: [{ otp: '123456' }],
  UPDATE_EMAIL_SECONDARY_OTP: [{ otp: '123456' }],
  SYNC_THEME: [{ themeMode: 'dark', themeVariables: { '--w3m-accent': 'url(https://evil.example/)' } }],
  SYNC_DAPP_DATA: [{ projectId: 'other', metadata: { name: 'Bank', description: '', url: page, icons: [] } }],
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: [undefined],
  INIT_SMART_ACCOUNT: [undefined],
  SET_PREFERRED_ACCOUNT: [{ type: 'smartAccount' }],
  RPC_REQUEST: [
    { method: 'personal_sign', params: [hex, 'own'] },
    { method: 'eth_signTypedData_v4', params: ['own', typedData] },
    { method: 'eth_sendTransaction', params: [{ to: other, value: '0x1' }] },
    { method: 'wallet_sendCalls', params: [{ calls: [{ to: other, value: '0x1' }] }] },
    { method: 'eth_sendUserOperation', params: [{ sender: 'own' }] },
    { method: 'wallet_grantPermissions', params: [{}] },
    { method: 'wallet_revokePermissions', params: {} },
    { method: 'solana_signMessage', params: { message: '2Vf', pubkey: 'ownSolana' } },
    { method: 'solana_signTransaction', params: { transaction: '2Vf' } },
    { method: 'solana_signAllTransactions', params: { transactions: ['2Vf'] } },
    { method: 'solana_signAndSendTransaction', params: { transaction: '2Vf' } },
    { method: 'eth_sign', params: ['own', hex] },
    { method: 'wallet_exportKey' },
  ],
  RELOAD: [undefined],
  SHOW_SECURITY: [undefined],
}
const methods = inputs.RPC_REQUEST.map((each) => (each as { method: string }).method)

/** The same input with a field dropped or replaced: most of it is refused as no request at all. */
const junk = fc.constantFrom(
  undefined,
  null,
  '',
  'x',
  0,
  -1,
  true,
  [],
  {},
  evilEmail,
  other,
  hex,
  'javascript:alert(1)',
)
const requests = fc
  .constantFrom(...(Object.keys(inputs) as FrameRequestName[]))
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.constantFrom(...inputs[name]),
      fc.option(fc.record({ at: fc.nat(9), value: junk }), { freq: 3 }),
    ),
  )
function spoil(input: unknown, change: { at: number; value: unknown } | null): unknown {
  if (!change) return input
  if (typeof input !== 'object' || input === null) return change.value
  const keys = Object.keys(input)
  const key = keys[change.at % Math.max(1, keys.length)]
  return key === undefined ? change.value : { ...input, [key]: change.value }
}

const reject = async (): Promise<never> => {
  throw new KitError('user_rejected')
}

/** A person who has a wallet, at a site that sends what it likes. They press nothing but “Cancel” and “Close”. */
async function visit(sent: readonly [FrameRequestName, unknown, { at: number; value: unknown } | null][]) {
  const devices = testDevices()
  const { servers } = devices
  const device = devices.newDevice()
  const own = await devices.logIn(device.wallet)
  const code = await device.wallet.newRecoveryCode()
  servers.comes = { subject: 'mallory', name: 'Mallory', email: evilEmail }
  const signed: SignRequest['kind'][] = []
  const real = device.reopen()
  const wallet = {
    ...real,
    sign: (request: SignRequest) => {
      signed.push(request.kind)
      return real.sign(request)
    },
  } as typeof real
  const refuse = { loading() {}, busy() {}, fail: async () => false, ask: async () => false }
  const { ask } = openTestFrame({
    ...{ wallet, ui: refuse, origin: `https://${site}`, recover: reject, unlock: reject, connectPasskey: reject },
    ...{ showFirstCode: reject, changeEmail: async () => undefined, confirmShareEmail: async () => false },
    emailSites: { list: () => [], add() {}, remove() {} },
    wait: async () => {},
  })
  const responses: unknown[] = []
  let last = ''
  const named = { own: own.evmAddress, ownSolana: own.solanaAddress, last: () => `${page}#${last}` }
  for (const [name, input, change] of sent) {
    const text = JSON.stringify(spoil(input, change) ?? null)
      .replaceAll('"ownSolana"', `"${named.ownSolana}"`)
      .replaceAll('"own"', `"${named.own}"`)
      .replaceAll('"last"', JSON.stringify(named.last()))
    const response = await ask(name, (JSON.parse(text) ?? undefined) as never).catch((error: unknown) => String(error))
    const flow = /flow=([\w-]+)/.exec(JSON.stringify(response ?? null))?.[1]
    if (flow) last = `flow=${flow}&code=${'A'.repeat(43)}`
    responses.push(response)
  }
  return { devices, device, own, code, responses: JSON.stringify(responses), signed }
}

test('names every request that a site can make, and every method that signs', () => {
  expect(Object.keys(inputs).sort()).toEqual(Object.keys(frameRequests).sort())
  expect(methods).toEqual(expect.arrayContaining(Object.keys(approvedMethods)))
})

test('a site that sends anything, in any order, opens no wallet, takes none away and learns no address', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 4, maxLength: 12 }), async (sent) => {
      const { devices, device, own, code, responses, signed } = await visit(sent)
      expect(signed).toEqual([])
      const { requests, tokens, wallets } = devices.servers
      const shares = requests.flatMap((text) =>
        [...text.matchAll(/"authShare":"([\w-]+)"/g)].map(([, share]) => share!),
      )
      for (const secret of [...shares, ...tokens.keys(), code, email]) expect(responses).not.toContain(secret)
      // Their wallet is theirs, here and at the API, and opens with a code from their own mailbox alone.
      const identity = identityHash({ kind: 'email', subject: email })
      expect(wallets.get(identity)?.evmAddress).toBe(own.evmAddress)
      const back = device.reopen()
      if ((await back.restore())?.evmAddress !== own.evmAddress) {
        const started = await back.startEmail({ email, site })
        expect('person' in started ? started : await back.verifyEmail({ code: devices.servers.code })).toEqual({
          person: own,
        })
      }
      expect(await isSigning(back, own)).toBe(true)
      expect(device.store.devices.get(identity)?.share?.charter?.identity).toBe(identity)
    }),
    { numRuns: 25 },
  )
})
