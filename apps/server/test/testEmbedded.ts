import { createECDH, randomBytes } from 'node:crypto'
import { toHttpRequest } from '@billfold/protocol/api/http'
import type { Input, Output } from '@billfold/protocol/contract'
import { type DevicePublicKey, writeDpop } from '@billfold/protocol/embedded/dpop'
import {
  type EmbeddedSession,
  type embeddedApi,
  embeddedRoutes,
  type ShareSet,
} from '@billfold/protocol/embedded/embeddedApi'
import type { FarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { openerOf, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { changeDigest, type WalletChange } from '@billfold/protocol/embedded/walletChange'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { Registry } from 'prom-client'
import { toHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createApp } from '../src/createApp.ts'
import type { OpenDatabase } from '../src/db/openDatabase.ts'
import { createEmbedded } from '../src/embedded/createEmbedded.ts'
import { createFarcaster } from '../src/embedded/createFarcaster.ts'
import { createKeyring } from '../src/embedded/createKeyring.ts'
import type { Mail } from '../src/embedded/createMailer.ts'
import { createTickets } from '../src/embedded/createTickets.ts'
import { createTokens } from '../src/embedded/createTokens.ts'
import type { Secrets } from '../src/embedded/readSecrets.ts'
import { createSocialProviders } from '../src/embedded/socialProviders.ts'
import { createRetries } from '../src/process/createRetries.ts'
import { appDeps, shop } from './appDeps.ts'

type Api = typeof embeddedApi
type Name = keyof Api
export const walletOrigin = 'https://wallet.shop.example'
const base = 'https://api.shop.example'

/** A call's result: the response's body if it is 200, or a rejection's code and sentence. */
export type Answer<T> = {
  status: number
  headers: Headers
  body: T
  code: string | undefined
  message: string | undefined
}

/** Embedded wallets over a real database, with a clock and a mailbox that the test controls. */
export function testEmbedded(
  database: Pick<OpenDatabase, 'db'>,
  {
    secrets = newSecrets(),
    social = {} as SocialSettings,
    farcaster = undefined as FarcasterSettings | undefined,
  } = {},
) {
  const statements: string[] = []
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const clock = { now: new Date('2026-11-17T12:00:00Z') }
  const now = () => clock.now
  const mails: Mail[] = []
  const post = { isDown: false }
  const mailer = {
    async send(mail: Mail) {
      if (post.isDown) throw new KitError('unavailable')
      mails.push(mail)
    },
    close() {},
  }
  const parts = appDeps({
    bodyLimitBytes: 16_384,
    trustProxy: 1,
    publicUrl: base,
    clientQuota: unlimited,
    projectQuota: unlimited,
  })
  const keyring = createKeyring(secrets)
  const providers = createSocialProviders(social)
  const tokens = createTokens(secrets.tokenKeys, now)
  const deps = {
    db,
    log: parts.log,
    now,
    mailer,
    keyring,
    providers,
    tokens,
    tickets: createTickets(secrets.ticketKeys, now),
    walletOrigin,
    // Relay and registries are on this machine, and it may be busy.
    farcaster: createFarcaster(farcaster, walletOrigin, 60_000),
    retries: createRetries({ loop: 'embedded', register: new Registry(), log: parts.log, now: () => now().getTime() }),
  }
  const app = createApp({ ...parts, embedded: { ...createEmbedded(deps), walletOrigin } })

  /** A browser: its own keys, and the address that it calls from. */
  async function newDevice({ from = '192.0.2.1', label = 'Firefox on Linux' } = {}) {
    const { key, device, opener } = await newDeviceKeys(label)
    const held: { session?: EmbeddedSession } = {}

    type Change = { token?: string | undefined; headers?: Record<string, string>; proof?: string; from?: string }
    async function call<N extends Name>(
      name: N,
      input: Omit<Input<Api, N>, 'projectId'>,
      change: Change = {},
    ): Promise<Answer<Output<Api, N>>> {
      const { method, path, query, body } = toHttpRequest(embeddedRoutes[name], { projectId: shop.id, ...input })
      const url = `${base}${path}?${query}`
      const token = 'token' in change ? change.token : held.session?.accessToken
      const proof = change.proof ?? (await writeDpop(key, { method, url, accessToken: token, nowMs: now().getTime() }))
      const headers: Record<string, string> = {
        origin: walletOrigin,
        dpop: proof,
        'x-forwarded-for': change.from ?? from,
        ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
        ...change.headers,
      }
      const response = await app.request(url, { method, headers, ...(body === undefined ? {} : { body }) })
      const text = await response.text()
      const parsed = text === '' ? undefined : JSON.parse(text)
      return {
        status: response.status,
        headers: response.headers,
        body: parsed,
        code: parsed?.code,
        message: parsed?.reasons?.[0]?.description,
      }
    }
    const start = (email: string, change: Change = {}) =>
      call('startEmail', { email, site: 'shop.example', device }, { token: undefined, ...change })
    async function signIn(email: string): Promise<EmbeddedSession> {
      const { body } = await start(email)
      const answer = await call(
        'verifyEmail',
        { challenge: body.challenge, code: lastCode(email) },
        { token: undefined },
      )
      if (answer.status !== 200) throw new Error(`sign-in refused: ${answer.code}`)
      held.session = answer.body
      return answer.body
    }
    const openShare = (walletId: string, sealed: string) =>
      openWith(
        opener,
        deliveryInfo({ walletId, deviceId: held.session!.deviceId, share: 'auth' }),
        decodeBase64Url(sealed),
      )
    /** Signs the next change of a wallet, as its own devices do; another account's signature is a thief's. */
    async function signNext(walletId: string, change: WalletChange, account = walletAccount) {
      const { changeCount } = (await call('readRecoveries', {})).body
      return signChange(walletId, changeCount, change, account)
    }
    const deviceId = () => held.session!.deviceId
    async function createWallet(input: { walletId: string; shares: ShareSet }) {
      const fields = { ...input, evmAddress: walletAccount.address, solanaAddress }
      const change = { action: 'create', deviceId: deviceId(), ...fields } as const
      return call('createWallet', { ...fields, change: await signChange(input.walletId, 0, change) })
    }
    async function enroll(walletId: string, shares: ShareSet, { replacesCode = false, account = walletAccount } = {}) {
      const change = { action: 'enroll', deviceId: deviceId(), shares, replacesCode } as const
      return call('enrolDevice', { shares, replacesCode, change: await signNext(walletId, change, account) })
    }
    async function changeEmail(walletId: string, answered: { challenge: string; code: string; shares: ShareSet }) {
      const change = { action: 'changeEmail', deviceId: deviceId(), shares: answered.shares } as const
      return call('verifyEmailChangeSecondary', { ...answered, change: await signNext(walletId, change) })
    }
    const revoke = async (walletId: string, deviceId: string, account = walletAccount) =>
      call('revokeDevice', { deviceId, change: await signNext(walletId, { action: 'revoke', deviceId }, account) })
    return { key, device, held, call, start, signIn, openShare, createWallet, enroll, changeEmail, revoke, signNext }
  }

  /** The code in the newest mail to an address. */
  function lastCode(email: string): string {
    const mail = mails.findLast(({ to }) => to === email)
    const [, code] = /Your code: (\d{6})/.exec(mail?.text ?? '') ?? []
    if (!code) throw new Error(`no code was mailed to ${email}`)
    return code
  }
  const pass = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
  }
  return {
    app,
    db,
    now,
    statements,
    deps,
    keyring,
    secrets,
    mails,
    post,
    newDevice,
    lastCode,
    pass,
    lines: parts.lines,
  }
}

/** The key of every wallet here, which its devices sign with. */
export const walletAccount = privateKeyToAccount(generatePrivateKey())
export const solanaAddress = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpdpdpdpdpdpdp'

/** The wallet's signature for a change. */
export async function signChange(
  walletId: string,
  count: number,
  change: WalletChange,
  account: PrivateKeyAccount = walletAccount,
) {
  return { count, signature: await account.sign({ hash: toHex(changeDigest(walletId, count, change)) }) }
}

const unlimited = { limit: 1_000_000, windowMs: 60_000 }

export const newSecrets = (): Secrets => ({
  sealKeys: [randomBytes(32)],
  pepper: randomBytes(32),
  tokenKeys: [randomBytes(32)],
  ticketKeys: [randomBytes(32)],
})

/** A code that certainly differs from this one. */
export const wrong = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** A share set as a frame makes it: the recovery share sealed to the guardian for one person. */
export function shareSet(
  session: EmbeddedSession,
  walletId: string,
  shares: { auth: Uint8Array; recovery: Uint8Array },
  { generation = 1, guardian = newSealKey(), identity = session.identity, sequence = 1 } = {},
): ShareSet {
  const info = recoveryInfo({ walletId, identity, generation })
  const key = { kind: 'guardian' as const, publicKey: encodeBase64Url(guardian) }
  return {
    generation,
    authShare: encodeBase64Url(shares.auth),
    charter: { sequence, identity, policy: 'convenient', proof: encodeBase64Url(randomBytes(32)) },
    recoveries: [{ key, sealed: encodeBase64Url(sealTo(guardian, info, shares.recovery)) }],
  }
}

function newSealKey(): Buffer {
  const pair = createECDH('prime256v1')
  return pair.generateKeys()
}

/** A device's keys, and what it sends of them. */
export async function newDeviceKeys(label = 'Firefox on Linux') {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const exported = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as DevicePublicKey
  const signKey = { kty: exported.kty, crv: exported.crv, x: exported.x, y: exported.y }
  const sealing = createECDH('prime256v1')
  sealing.generateKeys()
  const key = {
    publicKey: signKey,
    sign: (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.sign(algorithm, pair.privateKey, bytes),
  }
  const device = { signKey, sealKey: encodeBase64Url(sealing.getPublicKey()), label }
  const opener = openerOf(new Uint8Array(Buffer.from(sealing.getPrivateKey('hex').padStart(64, '0'), 'hex')))
  return { key, device, opener }
}
