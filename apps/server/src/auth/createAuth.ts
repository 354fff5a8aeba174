import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Handlers } from '@billfold/protocol/contract'
import { authApi } from '@billfold/protocol/signin/authApi'
import { isAddressText } from '@billfold/protocol/signin/isAddressText'
import { RefusedSignIn } from '@billfold/protocol/signin/refusedSignIn'
import type { AuthDeps } from './authDeps.ts'
import { authenticate } from './authenticate.ts'
import type { AuthKeys } from './createAuthKeys.ts'
import { changeMetadata, readMetadata } from './metadata.ts'
import { issueNonce } from './nonces.ts'
import { endOwnSignIn, listSignIns } from './ownSignIns.ts'
import { endSignIn, findSignIn, refreshSignIn, type SignIn } from './signIns.ts'

const { nonce, authenticate: authenticateCall, refresh, ...others } = authApi

/** A page's calls before it has a sign-in, and those that need one. */
export const pageApi = { nonce, authenticate: authenticateCall, refresh }
export const memberApi = others

/** Context of a page's call: its project and site. */
type PageContext = {
  projectId: string
  origin: string
  nonceToken: string | undefined
  userAgent: string
  signal: AbortSignal
}
export type MemberContext = { signIn: SignIn }
export type Auth = ReturnType<typeof createAuth>

/** Sign-in with a wallet: a signature for an account signs it in, on one site of one project. */
export function createAuth(deps: AuthDeps & { keys: AuthKeys }) {
  const page: Handlers<typeof pageApi, PageContext> = {
    async nonce({ address, chainId }, { projectId, origin }) {
      if (chainId !== undefined && !deps.chains.get(chainId))
        throw new RefusedSignIn('chain', 'this server does not support that chain')
      if (address !== undefined && chainId !== undefined && !isAddressText(chainId as CaipNetworkId, address))
        throw new RefusedSignIn('address', 'not an address on this chain')
      return issueNonce(deps, { projectId, origin, address, chainId: chainId as CaipNetworkId | undefined })
    },
    authenticate: ({ message, signature }, page) => authenticate(deps, { ...page, message, signature }),
    refresh: ({ refreshToken }, { projectId, origin }) => refreshSignIn(deps, refreshToken, { projectId, origin }),
  }
  const members: Handlers<typeof memberApi, MemberContext> = {
    async me(_, { signIn }) {
      const { namespace, reference } = parseCaipNetworkId(signIn.chainId)
      return {
        address: signIn.address,
        chainId: namespace === 'eip155' ? Number(reference) : reference,
        caip2Network: signIn.chainId,
        signedInAt: Math.floor(signIn.signedInAt.getTime() / 1000),
        metadata: await readMetadata(deps, signIn),
      }
    },
    async updateUserMetadata({ metadata }, { signIn }) {
      await changeMetadata(deps, signIn, metadata)
      return { status: 'ok' }
    },
    async setAccountMetadata({ metadata }, { signIn }) {
      await changeMetadata(deps, signIn, metadata ?? {}, { isWhole: true })
      return { status: 'ok' }
    },
    async signOut(_, { signIn }) {
      await endSignIn(deps, signIn)
      return { status: 'ok' }
    },
    listSignIns: async (_, { signIn }) => ({ signIns: await listSignIns(deps, signIn) }),
    async endSignIn({ id }, { signIn }) {
      await endOwnSignIn(deps, signIn, id)
      return { status: 'ok' }
    },
  }
  return {
    page,
    members,
    findSignIn: (token: string | undefined, projectId: string) => findSignIn(deps, token, projectId),
    jwks: () => deps.keys.jwks(),
  }
}
