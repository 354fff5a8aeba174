import type { Handlers, Input } from '@billfold/protocol/contract'
import { thumbprintOf } from '@billfold/protocol/embedded/dpop'
import { embeddedApi, type SocialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import { isOriginAllowed } from '@billfold/protocol/originRule'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import type { KnownProject } from '../projects/createProjectLookup.ts'
import { checkCode, sendCode } from './codes.ts'
import type { Tickets } from './createTickets.ts'
import { listDevices, revokeDevice } from './devices.ts'
import { startEmailChange, verifyEmailChangePrimary, verifyEmailChangeSecondary } from './emailChange.ts'
import { canRevert, revertEmail } from './emailRevert.ts'
import { type FarcasterDeps, finishFarcaster, startFarcaster } from './farcaster.ts'
import { getGuardianTicket } from './guardianTicket.ts'
import { finishPasskey, type PasskeyDeps, startPasskey, startPasskeyReauth, verifyPasskeyReauth } from './passkeys.ts'
import { type Call, prove } from './proofs.ts'
import { consumeGrant, startReauth, verifyReauth } from './reauth.ts'
import { describeSession, endSession, findMember, type Member, refreshSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import {
  beginSocial,
  finishSocial,
  type SocialDeps,
  socialBegin,
  socialCallback,
  startSocial,
  takeSocialAnswer,
} from './social.ts'
import { createWallet, enrolDevice, readEvmAddress, readRecoveries, readShare } from './wallets.ts'

const {
  startEmail,
  verifyEmail,
  startSocial: start,
  finishSocial: finish,
  startFarcaster: startCast,
  finishFarcaster: finishCast,
  startPasskey: startKey,
  finishPasskey: finishKey,
  refreshSession: refresh,
  ...others
} = embeddedApi

/** The calls that open a session, and those that need one. */
export const openApi = {
  startEmail,
  verifyEmail,
  startSocial: start,
  finishSocial: finish,
  startFarcaster: startCast,
  finishFarcaster: finishCast,
  startPasskey: startKey,
  finishPasskey: finishKey,
  refreshSession: refresh,
}
export const memberApi = others

/** Context of every call: its project, network and proven key. */
export type OpenContext = {
  project: KnownProject
  client: string
  thumbprint: string
  baseUrl: string
  /** The language of the visitor's wallet, if it is one of ours. */
  language?: string | undefined
}
export type MemberContext = OpenContext & { member: Member }
export type Embedded = ReturnType<typeof createEmbedded>

/** The API's side of embedded wallets: identity, and one share of three, which opens nothing alone. */
export function createEmbedded(deps: SocialDeps & PasskeyDeps & FarcasterDeps & { tickets: Tickets }) {
  const { db } = deps
  const open: Handlers<typeof openApi, OpenContext> = {
    async startEmail(input, { project, client, thumbprint, language }) {
      await requireDevice(input.device, thumbprint)
      requireSite(input.site, project)
      const { sealKey, label } = input.device
      const { email, site } = input
      const details = { sealKey, label }
      return sendCode(deps, { purpose: 'sign-in', email, site, thumbprint, client, language, details })
    },
    async verifyEmail({ challenge, code }, { thumbprint, language }) {
      const answered = { purpose: 'sign-in', challenge, code, thumbprint, language } as const
      const session = await checkCode(deps, answered, (tx, { email, details }) =>
        signIn(tx, deps, {
          identity: { kind: 'email', subject: email },
          email,
          thumbprint,
          device: { sealKey: details.sealKey!, label: details.label! },
        }),
      )
      return describeSession(db, deps, session)
    },
    async startSocial({ provider, site, device, back }, { project, client, thumbprint, baseUrl }) {
      await requireDevice(device, thumbprint)
      requireSite(site, project)
      // The page is sent there with a code, so it must be one of the project's, and the calling site itself.
      if (URL.parse(back.url)?.host !== site) throw new KitError('invalid_input')
      requireOrigin(new URL(back.url).origin, project)
      const redirectUri = `${baseUrl}${socialCallback.replace(':provider', provider)}`
      const { sealKey, label } = device
      const flow = await startSocial(deps, { provider, thumbprint, client, redirectUri, sealKey, label, back })
      return { flow, uri: `${baseUrl}${socialBegin}/${flow}` }
    },
    finishSocial: ({ flow, code }, { thumbprint }) => finishSocial(deps, { flow, code, thumbprint }),
    async startFarcaster({ site, device }, { project, client, thumbprint }) {
      await requireDevice(device, thumbprint)
      requireSite(site, project)
      const { sealKey, label } = device
      return startFarcaster(deps, { thumbprint, client, sealKey, label })
    },
    finishFarcaster: ({ flow }, { thumbprint }) => finishFarcaster(deps, { flow, thumbprint }),
    async startPasskey({ site, device }, { project, client, thumbprint }) {
      await requireDevice(device, thumbprint)
      requireSite(site, project)
      const { sealKey, label } = device
      return startPasskey(deps, { thumbprint, client }, { kind: 'login', projectId: project.id, sealKey, label })
    },
    finishPasskey: ({ challenge, passkey }, { project, thumbprint }) =>
      finishPasskey(deps, {
        ...{ projectId: project.id, challenge, passkey, thumbprint },
        isTopAllowed: (origin) => isAllowed(origin, project),
      }),
    refreshSession: ({ refreshToken }, { thumbprint }) => refreshSession(deps, refreshToken, thumbprint),
  }
  const members: Handlers<typeof memberApi, MemberContext> = {
    async endSession(_, { member }) {
      await endSession(deps, member)
      return { status: 'ok' }
    },
    createWallet: (input, { member }) => createWallet(deps, member, input),
    readShare: (_, { member }) => readShare(deps, member),
    readRecoveries: (_, { member }) => readRecoveries(deps, member),
    enrolDevice: (input, { member }) => enrolDevice(deps, member, input),
    listDevices: (_, { member }) => listDevices(deps, member),
    revokeDevice: (input, { member }) => revokeDevice(deps, member, input),
    async startEmailChange({ email, site, grant }, { project, client, member }) {
      requireSite(site, project)
      return startEmailChange(deps, member, { email, site, grant, client })
    },
    verifyEmailChangePrimary: ({ challenge, code }, { client, member }) =>
      verifyEmailChangePrimary(deps, member, { challenge, code, client }),
    verifyEmailChangeSecondary: (input, { member, baseUrl }) =>
      verifyEmailChangeSecondary(deps, member, input, baseUrl),
    async startReauth({ site, purpose }, { project, client, member }) {
      requireSite(site, project)
      return startReauth(deps, member, { site, client, purpose })
    },
    verifyReauth: (input, { member }) => verifyReauth(deps, member, input),
    startPasskeyReauth: ({ purpose }, { client, member }) => startPasskeyReauth(deps, member, { client, purpose }),
    verifyPasskeyReauth: ({ challenge, passkey, purpose }, { project, member }) =>
      verifyPasskeyReauth(deps, member, {
        ...{ challenge, passkey, purpose },
        isTopAllowed: (origin) => isAllowed(origin, project),
      }),
    useGrant: (input, { member }) => consumeGrant(deps, member, input),
    getGuardianTicket: (_, { member, project }) => getGuardianTicket(deps, member, project.id),
    async getSponsorPass(_, { member, project }) {
      const evmAddress = await readEvmAddress(deps, member)
      return { pass: await deps.tokens.signPass({ projectId: project.id, evmAddress }) }
    },
  }
  return {
    open,
    members,
    /** The social logins that kits may offer. */
    socials: [...deps.providers.names, ...(deps.farcaster ? (['farcaster'] as const) : [])],
    beginSocial: (flow: string, browser?: string) => beginSocial(deps, flow, browser),
    takeSocialAnswer: (provider: SocialProvider, answer: URLSearchParams, browser?: string) =>
      takeSocialAnswer(deps, provider, answer, browser),
    canRevert: (token: string) => canRevert(deps, token),
    revertEmail: (token: string) => revertEmail(deps, token),
    ticketKeys: deps.tickets.publicKeys,
    prove: (call: Call) => prove(deps, call),
    readPass: deps.tokens.readPass,
    findMember: (accessToken: string, thumbprint: string, language?: string) =>
      findMember(deps, accessToken, thumbprint, language),
  }
}

/** Rejects a device that does not prove the key it names, or whose seal key is invalid. */
async function requireDevice(device: Input<typeof embeddedApi, 'startEmail'>['device'], thumbprint: string) {
  if (thumbprintOf(device.signKey) !== thumbprint) throw new KitError('unauthorized')
  try {
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    await crypto.subtle.importKey('raw', decodeBase64Url(device.sealKey), curve, false, [])
  } catch (cause) {
    throw new KitError('invalid_input', { message: 'The seal key is not a P-256 point.', cause })
  }
}

/** Mails name the site, so it must be one of the project's: no one else may word our mails. */
const requireSite = (site: string, project: KnownProject) =>
  requireOrigin(
    ['https', 'http'].map((scheme) => `${scheme}://${site}`),
    project,
  )

const isAllowed = (origin: string, { rules, features }: KnownProject) =>
  isOriginAllowed(origin, rules, features.local === true)

function requireOrigin(origins: string | readonly string[], project: KnownProject) {
  if (![origins].flat().some((origin) => isAllowed(origin, project)))
    throw new KitError('origin_not_allowed', {
      message: "Unauthorized: origin not allowed. Add this site's origin to the project's list.",
    })
}
