import { createServer, type Input, type Output } from '@billfold/protocol/contract'
import { thumbprintOf } from '@billfold/protocol/embedded/dpop'
import {
  type AccountProvider,
  embeddedApi,
  embeddedRoutes,
  type ShareSet,
  type SignedChange,
} from '@billfold/protocol/embedded/embeddedApi'
import type { GuardianTicket } from '@billfold/protocol/embedded/guardianTicket'
import { sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { isChangeSigned, type WalletChange } from '@billfold/protocol/embedded/walletChange'
import { KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { checkDpop } from '@billfold/server/embedded/checkDpop'
import { testGuardian } from './testGuardian.ts'

type EmailLogin = Input<typeof embeddedApi, 'startEmail'>
type Device = EmailLogin['device'] & { deviceId: string; identity: string; set?: ShareSet | undefined }
type Session = Output<typeof embeddedApi, 'verifyEmail'>

/**
 * An API and a guardian for the wallet's tests. The guardian is real; the API keeps a few maps and can lie: these tests are about what a device
 * believes.
 */
export function pretendServers(clock: { now(): number }) {
  const mails: { to: string; text: string }[] = []
  const challenges = new Map<string, EmailLogin>()
  const wallets = new Map<string, NonNullable<Session['wallet']>>()
  const devices = new Map<string, Device>()
  const tokens = new Map<string, string>()
  const emails = new Map<string, string>()
  const changes = new Map<string, string>()
  const flows = new Map<string, { provider: AccountProvider; thumbprint: string; device: EmailLogin['device'] }>()
  const passkeys = new Map<string, { thumbprint: string; device: EmailLogin['device'] }>()
  /** The identity that a device's set was sealed for. */
  const sealedFor = new Map<string, string>()
  const server = {
    mails,
    wallets,
    devices,
    tokens,
    /** Everything that was sent to it. */
    requests: [] as string[],
    /** Paths of the guardian's requests. */
    guardianHeard: [] as string[],
    /** The bodies of those requests. */
    sentToGuardian: [] as string[],
    isDown: false,
    isGuardianDown: false,
    code: '123456',
    /** The user that a provider returns. */
    comes: { subject: '7', name: 'Ann', email: undefined as string | undefined },
    /** Whether the person has signed on their phone. */
    hasSigned: true,
    /** Alters each session before it is returned. */
    lie: (response: Session): Session => response,
    /** Erases the account that was deleted, as a week later. */
    erase: () => {},
    lieOfTicket: (claims: GuardianTicket) => claims,
    lieOfKey: (sealKey: string) => sealKey,
    lieOfRecoveries: (response: Output<typeof embeddedApi, 'readRecoveries'>) => response,
  }

  const sessionOf = (device: Device): Session => {
    const accessToken = `access-${crypto.randomUUID()}`
    const refreshToken = `refresh-${crypto.randomUUID()}`
    for (const token of [accessToken, refreshToken]) tokens.set(token, thumbprintOf(device.signKey))
    const { deviceId, identity } = device
    return server.lie({
      accessToken,
      refreshToken,
      expiresIn: 600,
      email: emails.get(identity) ?? null,
      identity,
      deviceId,
      wallet: wallets.get(identity) ?? null,
      isEnrolled: device.set !== undefined,
    })
  }
  const delivered = new Map<string, string>()
  const sealed = (to: Device, share: string) => {
    const name = `${to.deviceId} ${to.sealKey} ${share}`
    const known = delivered.get(name)
    if (known !== undefined) return known
    const info = deliveryInfo({ walletId: wallets.get(to.identity)!.walletId, deviceId: to.deviceId, share: 'auth' })
    const made = encodeBase64Url(sealTo(decodeBase64Url(to.sealKey), info, decodeBase64Url(share)))
    delivered.set(name, made)
    return made
  }
  /** How often each wallet was changed, and the number of its charter. */
  const counts = new Map<string, { changes: number; charter: number }>()
  /** As the real one: refuses what the wallet's key did not sign, and a set that skips a generation or goes back to an earlier charter. */
  const take = (
    device: Device,
    wallet: NonNullable<Session['wallet']>,
    signed: SignedChange | undefined,
    change: WalletChange,
  ) => {
    const count = counts.get(wallet.walletId) ?? { changes: 0, charter: 0 }
    if (!signed || !isChangeSigned(wallet, signed, change)) throw new KitError('sign_in_unproven')
    if (signed.count !== count.changes) throw new KitError('account_mismatch')
    const { charter } = 'shares' in change ? change.shares : { charter: undefined }
    if (charter && charter.sequence < count.charter) throw new KitError('account_mismatch')
    counts.set(wallet.walletId, { changes: count.changes + 1, charter: charter?.sequence ?? count.charter })
    if (!('shares' in change)) return
    if (change.shares.generation > wallet.generation + 1) throw new KitError('invalid_request')
    wallet.generation = Math.max(wallet.generation, change.shares.generation)
    device.set = change.shares
    sealedFor.set(device.deviceId, charter?.identity ?? device.identity)
  }
  const walletOf = ({ identity }: Device) => {
    const wallet = wallets.get(identity)
    if (!wallet) throw new KitError('not_found')
    return wallet
  }
  const others = ({ identity }: Device) =>
    [...devices.values()].filter((device) => device.identity === identity && device.set)

  type Context = { thumbprint: string; device: Device | undefined }
  const mine = ({ device }: Context): Device => {
    if (!device) throw new KitError('unauthorized')
    return device
  }
  const answer = createServer<typeof embeddedApi, Context>(embeddedApi, {
    async startEmail(login) {
      const response = sent()
      challenges.set(response.challenge, login)
      emails.set(emailIdentity(login.email), login.email)
      return response
    },
    async verifyEmail({ challenge, code }, { thumbprint }) {
      const login = challenges.get(challenge)
      if (!login || thumbprintOf(login.device.signKey) !== thumbprint) throw new KitError('not_found')
      if (code !== server.code) throw new KitError('sign_in_unproven')
      const identity = emailIdentity(login.email)
      const known = devices.get(thumbprint)
      const device = known ?? { ...login.device, deviceId: crypto.randomUUID(), identity }
      devices.set(thumbprint, device)
      return sessionOf(device)
    },
    async refreshSession({ refreshToken }, { thumbprint }) {
      if (tokens.get(refreshToken) !== thumbprint) throw new KitError('unauthorized')
      tokens.delete(refreshToken)
      return sessionOf(devices.get(thumbprint)!)
    },
    async endSession(_, context) {
      for (const [token, owner] of tokens) if (owner === thumbprintOf(mine(context).signKey)) tokens.delete(token)
      return { status: 'SUCCESS' }
    },
    async createWallet({ walletId, evmAddress, solanaAddress, shares, change }, context) {
      const device = mine(context)
      if (wallets.has(device.identity)) throw new KitError('invalid_request')
      const wallet = { walletId, evmAddress, solanaAddress, generation: 1 }
      const { deviceId } = device
      take(device, wallet, change, { action: 'create', deviceId, evmAddress, solanaAddress, shares })
      wallets.set(device.identity, wallet)
      return { status: 'SUCCESS' }
    },
    async readShare(_, context) {
      const device = mine(context)
      if (!device.set) throw new KitError('not_found')
      const charterSequence = counts.get(walletOf(device).walletId)?.charter ?? 0
      return { sealed: sealed(device, device.set.authShare), generation: device.set.generation, charterSequence }
    },
    async readRecoveries(_, context) {
      const device = mine(context)
      return server.lieOfRecoveries({
        changeCount: counts.get(walletOf(device).walletId)?.changes ?? 0,
        sets: others(device).map(({ deviceId, set }) => ({
          deviceId,
          generation: set!.generation,
          identity: sealedFor.get(deviceId)!,
          charter: set!.charter,
          authShare: sealed(device, set!.authShare),
          recoveries: set!.recoveries,
        })),
      })
    },
    async enrolDevice({ shares, replacesCode = false, change }, context) {
      const device = mine(context)
      const { deviceId } = device
      take(device, walletOf(device), change, { action: 'enroll', deviceId, shares, replacesCode })
      return { status: 'SUCCESS' }
    },
    async listDevices(_, context) {
      const of = { createdAt: 0, lastSeenAt: 0 }
      return {
        devices: [...devices.values()]
          .filter(({ identity }) => identity === mine(context).identity)
          .map(({ deviceId, label, sealKey, set }) => ({
            ...(!set && { sealKey: server.lieOfKey(sealKey) }),
            deviceId,
            label,
            isThisOne: deviceId === context.device?.deviceId,
            ...of,
          })),
      }
    },
    async revokeDevice({ deviceId, change }, context) {
      take(mine(context), walletOf(mine(context)), change, { action: 'revoke', deviceId })
      if (others(mine(context)).every((device) => device.deviceId === deviceId)) throw new KitError('invalid_request')
      for (const device of devices.values()) if (device.deviceId === deviceId) delete device.set
      return { status: 'SUCCESS' }
    },
    async startReauth() {
      return sent()
    },
    async verifyReauth({ code }) {
      if (code !== server.code) throw new KitError('sign_in_unproven')
      return { grant: 'A'.repeat(43), endsInSeconds: 120 }
    },
    async startPasskey({ device }, { thumbprint }) {
      const challenge = newChallenge()
      passkeys.set(challenge, { thumbprint, device })
      return { challenge, endsInSeconds: 600 }
    },
    // Whatever a passkey says is believed: how it is checked is the server's tests' matter.
    async finishPasskey({ challenge, passkey }, { thumbprint }) {
      const begun = passkeys.get(challenge)
      passkeys.delete(challenge)
      if (begun?.thumbprint !== thumbprint) throw new KitError('not_found')
      const identity = identityHash({ kind: 'passkey', subject: passkey.credentialId })
      const known = devices.get(thumbprint)
      const device = known?.identity === identity ? known : { ...begun.device, deviceId: crypto.randomUUID(), identity }
      devices.set(thumbprint, device)
      return sessionOf(device)
    },
    async startPasskeyReauth() {
      return { challenge: newChallenge(), endsInSeconds: 600 }
    },
    async verifyPasskeyReauth({ passkey }, context) {
      if (identityHash({ kind: 'passkey', subject: passkey.credentialId }) !== mine(context).identity)
        throw new KitError('sign_in_unproven')
      return { grant: 'A'.repeat(43), endsInSeconds: 120 }
    },
    async useGrant({ purpose }, context) {
      if (purpose === 'export') return { status: 'SUCCESS' }
      const { identity } = mine(context)
      tokens.clear()
      server.erase = () => {
        wallets.delete(identity)
        for (const [name, device] of devices) if (device.identity === identity) devices.delete(name)
      }
      return { status: 'SUCCESS', deleteAt: clock.now() + 7 * 86_400_000 }
    },
    async startEmailChange({ email }, context) {
      changes.set(mine(context).identity, email)
      return { ...sent(), step: 'primary' }
    },
    async verifyEmailChangePrimary({ code }) {
      if (code !== server.code) throw new KitError('sign_in_unproven')
      return sent()
    },
    async verifyEmailChangeSecondary({ code, shares, change }, context) {
      if (code !== server.code) throw new KitError('sign_in_unproven')
      const device = mine(context)
      const { identity: before } = device
      const email = changes.get(before)!
      if (!shares) {
        // A person of a social login is known by that: their address is for mail alone.
        emails.set(before, email)
        return { email, identity: before }
      }
      const identity = emailIdentity(email)
      take(device, walletOf(device), change, { action: 'changeEmail', deviceId: device.deviceId, shares })
      wallets.set(identity, wallets.get(before)!)
      wallets.delete(before)
      for (const each of devices.values()) if (each.identity === before) each.identity = identity
      emails.set(identity, email)
      return { email, identity }
    },
    async startSocial({ provider, device }, { thumbprint }) {
      const flow = crypto.randomUUID()
      flows.set(flow, { provider, thumbprint, device })
      return { flow, uri: `https://id.example/${provider}?flow=${flow}` }
    },
    // The person who comes back is who `server.comes` says.
    async finishSocial({ flow }, { thumbprint }) {
      return comeBack(flow, thumbprint)
    },
    async startFarcaster({ device }, { thumbprint }) {
      const flow = crypto.randomUUID()
      flows.set(flow, { provider: 'farcaster', thumbprint, device })
      return { flow, url: `https://farcaster.example/siwf?channelToken=${flow}`, endsInSeconds: 600 }
    },
    async finishFarcaster({ flow }, { thumbprint }) {
      if (flows.get(flow)?.thumbprint !== thumbprint) throw new KitError('not_found')
      return server.hasSigned ? comeBack(flow, thumbprint) : { isPending: true }
    },
    async getGuardianTicket(_, context) {
      const device = mine(context)
      const claims = server.lieOfTicket({
        sub: wallets.get(device.identity)!.walletId,
        aud: 'test',
        identity: device.identity,
        device: device.deviceId,
        sealKey: device.sealKey,
        exp: Math.floor(clock.now() / 1000) + (device.set ? 90 * 86_400 : 900),
      })
      const ticket = encodeBase64Url(new TextEncoder().encode(JSON.stringify(claims)))
      return { ticket, endsInSeconds: device.set ? 90 * 86_400 : 900 }
    },
    getSponsorPass: async () => ({ pass: 'pass' }),
  })

  const comeBack = (flow: string, thumbprint: string): Session => {
    const begun = flows.get(flow)
    flows.delete(flow)
    if (begun?.thumbprint !== thumbprint) throw new KitError('not_found')
    const identity = identityHash({ kind: begun.provider, subject: server.comes.subject })
    if (server.comes.email) emails.set(identity, server.comes.email)
    // One key may be several persons' here; each test's device is one person's.
    const known = devices.get(thumbprint)
    const device = known?.identity === identity ? known : { ...begun.device, deviceId: crypto.randomUUID(), identity }
    devices.set(thumbprint, device)
    return { ...sessionOf(device), userName: server.comes.name }
  }

  const api = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const place = Object.entries(embeddedRoutes).flatMap(([name, { method, path }]) => {
      const fields = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
      return fields && method === request.method ? [{ name, fields: fields.groups }] : []
    })[0]!
    const body = request.body ? await request.json() : {}
    const input = { ...body, ...Object.fromEntries(searchParams), ...place.fields }
    server.requests.push(JSON.stringify(input))
    try {
      const accessToken = request.headers.get('Authorization')?.replace('DPoP ', '')
      const call = { method: request.method, url: request.url, accessToken, nowMs: clock.now() }
      const { thumbprint } = await checkDpop(request.headers.get('DPoP') ?? '', call)
      const device = accessToken && tokens.get(accessToken) === thumbprint ? devices.get(thumbprint) : undefined
      return Response.json(await answer(place.name, input, { thumbprint, device }))
    } catch (error) {
      const { code, message } = KitError.from(error)
      const reasons = [{ field: '', description: message }]
      const headers = { Date: new Date(clock.now()).toUTCString() }
      return Response.json({ status: 'FAILED', code, reasons }, { status: httpStatus[code], headers })
    }
  }
  const { guardian, ...keys } = testGuardian(clock, server)
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, { ...init, redirect: 'follow' })
    const isGuardian = new URL(request.url).host === 'guardian.example'
    if (isGuardian) {
      server.guardianHeard.push(new URL(request.url).pathname)
      server.sentToGuardian.push(await request.clone().text())
    }
    if (isGuardian ? server.isGuardianDown : server.isDown) throw new TypeError('Failed to fetch')
    return await (isGuardian ? guardian.fetch(request) : api(request))
  }
  return Object.assign(server, { fetch, guardian, ...keys })
}

const newChallenge = () => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
const sent = () => ({ challenge: crypto.randomUUID(), codeEndsInSeconds: 1200, nextMailInSeconds: 30 })

const emailIdentity = (email: string) => identityHash({ kind: 'email', subject: email })
