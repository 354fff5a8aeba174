import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { FrameRequests } from '@billfold/protocol/frame/frameRequests'
import type * as z from 'zod/mini'
import type { EmbeddedWalletInfo, Session, WalletAccount } from '../../model/connector.ts'
import type { LoginStorage } from '../../model/kitEmbedded.ts'

/** The logged-in user, as the frame reports it for one family. */
export type EmbeddedUser = z.infer<FrameRequests['GET_USER']['output']>

/** A network's id in the frame's protocol: EVM's number, others' full id. */
export const chainIdOf = (networkId: CaipNetworkId): string | number =>
  networkId.startsWith('eip155:') ? Number(networkId.slice('eip155:'.length)) : networkId

/** Parses the frame's network id. */
export function networkIdOf(namespace: Namespace, chainId: string | number): CaipNetworkId {
  const text = String(chainId)
  const networkId = text.startsWith(`${namespace}:`) ? text : `${namespace}:${text}`
  if (networkId.slice(namespace.length + 1).includes(':'))
    throw new KitError('wallet_answer_invalid', { message: 'The embedded wallet is on a chain of another family' })
  return networkId as CaipNetworkId
}

/** A user's accounts, the active one first, with their login data. */
export function accountsOf(user: EmbeddedUser, login: LoginStorage): Session['accounts'] {
  const type = user.preferredAccountType ?? 'eoa'
  const isInUse = (one: { address: string; type: string }) => one.address === user.address && one.type === type
  const listed = user.accounts ?? []
  const inUse = listed.find(isInUse) ?? listed.find(({ address }) => address === user.address) ?? { ...user, type }
  const described = ({ address, type }: { address: string; type: 'eoa' | 'smartAccount' }): WalletAccount => {
    const embedded = infoOf(user, type, login)
    const { email, username = '' } = embedded.user
    return { address, type, embedded, login: { identifier: email ?? username, social: embedded.authProvider } }
  }
  return [described(inUse), ...listed.filter((one) => one !== inUse).map(described)]
}

function infoOf(user: EmbeddedUser, accountType: 'eoa' | 'smartAccount', login: LoginStorage): EmbeddedWalletInfo {
  const username = login.get('username')
  return {
    user: { ...(user.email ? { email: user.email } : {}), ...(username ? { username } : {}) },
    accountType,
    authProvider: login.get('social') ?? 'email',
    isSmartAccountDeployed: user.smartAccountDeployed ?? false,
  }
}
