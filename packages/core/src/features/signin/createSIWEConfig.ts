import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Cacao } from '@billfold/protocol/wc/authenticate'
import type { Siwx, SiwxMessageData, SiwxSession } from '../../model/siwx.ts'
import { standardMessage } from './signInMessageOf.ts'

/** Your server's session. */
export type SIWESession = {
  /** The account's address. */
  address: string
  /** The EVM chain's number. */
  chainId: number
}
/** Your site's part of the message (EIP-4361). */
export type SIWEMessageParams = {
  /** The site's host; the wallet compares it with the page's. */
  domain: string
  /** The address of what is signed in to. */
  uri: string
  /** The EVM chains that visitors may sign in on. */
  chains: number[]
  /** A sentence of yours that visitors read before they sign. */
  statement?: string
  /** When the message was made, in ISO 8601; now by default. */
  iat?: string
  /** When the sign-in ends, in ISO 8601; never by default. */
  exp?: string
  /** When the sign-in starts, in ISO 8601; at once by default. */
  nbf?: string
  /** An id of yours for this sign-in. */
  requestId?: string
  /** Addresses that the visitor gives access to. */
  resources?: string[]
}
/** The parts of a message, under the names of `@reown/appkit-siwe`; the address is `did:pkh:…`. */
export type SIWECreateMessageArgs = Omit<SIWEMessageParams, 'chains'> & {
  /** The account as `did:pkh:…`; see `getDidAddress`. */
  address: string
  /** The EVM chain's number. */
  chainId: number
  /** What `getNonce` returned. */
  nonce: string
  /** The version of the message, always `'1'`. */
  version: '1'
}
/** The signed message, for your server to verify. */
export type SIWEVerifyMessageArgs = {
  /** The text that was signed. */
  message: string
  /** The wallet's signature, in hex. */
  signature: string
  /** The same as a CAIP-74 object, if the wallet signed over WalletConnect. */
  cacao?: Cacao
}

/** Your server's side of a sign-in, by the names of `@reown/appkit-siwe`. */
export type SIWEConfig = {
  /** Fetches a fresh nonce from your server. */
  getNonce(address?: string): Promise<string>
  /** Returns what your site wants in the message. */
  getMessageParams?(): Promise<SIWEMessageParams>
  /** Writes the message; `formatMessage` does it. */
  createMessage(args: SIWECreateMessageArgs): string
  /** Has your server verify the signature and open the session; `false` rejects the sign-in. */
  verifyMessage(args: SIWEVerifyMessageArgs): Promise<boolean>
  /** Asks your server who is signed in; `null` if no one is. */
  getSession(): Promise<SIWESession | null>
  /** Ends the session on your server. */
  signOut(): Promise<boolean>
  /** Called after a visitor signed in. */
  onSignIn?(session?: SIWESession): void
  /** Called after a visitor signed out. */
  onSignOut?(): void
  /** Disconnects accounts that do not sign in; `true` by default. */
  required?: boolean
  /** Switches sign-in on; `true` by default. */
  enabled?: boolean
  /** Signs out when the wallet disconnects; `true` by default. */
  signOutOnDisconnect?: boolean
  /** Signs out when the visitor switches the account; `true` by default. */
  signOutOnAccountChange?: boolean
  /** Signs out when the visitor switches the network; `true` by default. */
  signOutOnNetworkChange?: boolean
}

/** AppKit's older way to sign in, for EVM accounts alone: one session, which the site keeps. Pass it as `siweConfig`. */
export function createSIWEConfig(config: SIWEConfig) {
  let own: Siwx | undefined
  return {
    mapToSIWX: (): Siwx => siwxOfSiwe(config),
    /** The kit's options with this configuration. */
    optionsBeside(siwx?: Siwx): { siwx?: Siwx } {
      if (siwx) throw new KitError('invalid_input', { message: 'Cannot set both `siweConfig` and `siwx` options' })
      if (config.enabled === false) return {}
      own ??= siwxOfSiwe(config)
      return { siwx: own }
    },
  }
}
/** What `createSIWEConfig` returns and `createAppKit` takes as `siweConfig`. */
export type SIWEClient = ReturnType<typeof createSIWEConfig>

function siwxOfSiwe(config: SIWEConfig): Siwx {
  async function signOut(): Promise<void> {
    await config.signOut()
    config.onSignOut?.()
  }

  async function addSession({ data, message, signature, cacao }: SiwxSession): Promise<void> {
    if (chainNumber(data.chainId) === undefined) return
    if (!(await config.verifyMessage({ message, signature, ...(cacao ? { cacao } : {}) })))
      throw new KitError('sign_in_unproven', { message: 'Failed to verify message' })
    const session = await config.getSession()
    if (!session) throw new KitError('sign_in_unproven', { message: 'Failed to verify message' })
    config.onSignIn?.(session)
  }

  return {
    async createMessage({ accountAddress, chainId }) {
      const params = await config.getMessageParams?.()
      if (!params) throw new KitError('invalid_input', { message: 'Failed to get message params!' })
      const { iat = new Date().toISOString(), exp, nbf, chains: _, ...rest } = params
      const nonce = await config.getNonce(accountAddress)
      const data: SiwxMessageData = {
        ...{ accountAddress, chainId, nonce, version: '1', domain: rest.domain, uri: rest.uri, issuedAt: iat },
        ...(exp ? { expirationTime: exp } : {}),
        ...(nbf ? { notBefore: nbf } : {}),
        ...(rest.statement ? { statement: rest.statement } : {}),
        ...(rest.requestId ? { requestId: rest.requestId } : {}),
        ...(rest.resources ? { resources: rest.resources } : {}),
      }
      const address = `did:pkh:${chainId}:${accountAddress}`
      const named = { ...rest, address, chainId: chainNumber(chainId) ?? 0, nonce, version: '1' as const, iat }
      const text = () => config.createMessage({ ...named, ...(exp ? { exp } : {}), ...(nbf ? { nbf } : {}) })
      return { ...data, toString: text }
    },
    addSession,
    async setSessions(sessions) {
      const [first] = sessions
      if (first) return addSession(first)
      if (config.signOutOnDisconnect !== false && (await config.getSession())) await signOut()
    },
    async revokeSession() {
      if (await config.getSession()) await signOut()
    },
    async getSessions(chainId, address) {
      // Ignores other families: no sign-in is required there.
      if (!chainId.startsWith('eip155:')) return [placeholder(chainId, address)]
      const session = await config.getSession()
      if (!session) return []
      const isOtherChain = session.chainId !== chainNumber(chainId) && config.signOutOnNetworkChange !== false
      const isOtherAccount = !sameAddress('eip155', session.address, address) && config.signOutOnAccountChange !== false
      if (!isOtherChain && !isOtherAccount) return [placeholder(chainId, session.address)]
      await signOut()
      return []
    },
    getRequired: () => config.required !== false,
  }
}

/** Formats a message from its parts, identical to `@reown/appkit-siwe` (EIP-4361). */
export function formatMessage(args: SIWECreateMessageArgs, address: string): string {
  const { chainId, iat, exp, nbf, address: _, ...rest } = args
  const [, did = address] = /^did:pkh:[^:]+:[^:]+:(.+)$/.exec(address) ?? []
  return standardMessage({
    ...rest,
    accountAddress: did,
    chainId: `eip155:${chainId}`,
    issuedAt: iat ?? new Date().toISOString(),
    ...(exp ? { expirationTime: exp } : {}),
    ...(nbf ? { notBefore: nbf } : {}),
  })
}

/** The chain and the account of a `did:pkh:…`. */
export const getDidChainId = (did: string): string | undefined => did.split(':')[3]
/** The address in a `did:pkh:…`. */
export const getDidAddress = (did: string): string | undefined => did.split(':').pop()

function chainNumber(chainId: CaipNetworkId): number | undefined {
  const { reference } = parseCaipNetworkId(chainId)
  return /^\d+$/.test(reference) ? Number(reference) : undefined
}

const placeholder = (chainId: CaipNetworkId, accountAddress: string): SiwxSession => ({
  data: { accountAddress, chainId, domain: '', uri: '', version: '', nonce: '' },
  message: '',
  signature: '',
})
