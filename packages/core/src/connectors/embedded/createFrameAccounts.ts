import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { FrameClient } from '@billfold/protocol/frame/createFrameClient'
import type { ConnectorEvent } from '../../model/connector.ts'
import type { AccountKind, LoginStorage } from '../../model/kitEmbedded.ts'
import { accountsOf, chainIdOf, type EmbeddedUser, networkIdOf } from './embeddedUser.ts'

export type FrameAccountsParts = {
  login: LoginStorage
  ask: FrameClient['ask']
  /** Which of a family's two accounts to use: the person's choice, otherwise the site's. */
  preferred: (namespace: Namespace) => AccountKind | undefined
}

/** The person's accounts in the frame, and the network of each family. */
export function createFrameAccounts(
  { login, ask, preferred }: FrameAccountsParts,
  tell: (namespace: Namespace, event: ConnectorEvent) => void,
) {
  const users = new Map<Namespace, EmbeddedUser>()
  /** Each family's network, and the frame's: it has one chain at a time, for all families. */
  const places = new Map<Namespace, CaipNetworkId>()
  let current: CaipNetworkId | undefined
  let moving: Promise<unknown> = Promise.resolve()

  async function meet(namespace: Namespace, networkId: CaipNetworkId, signal?: AbortSignal): Promise<EmbeddedUser> {
    const preferredAccountType = preferred(namespace)
    const user = await ask(
      'GET_USER',
      { chainId: chainIdOf(networkId), ...(preferredAccountType ? { preferredAccountType } : {}) },
      signal,
    )
    users.set(namespace, user)
    places.set(namespace, networkIdOf(namespace, user.chainId))
    // Whether the frame switched is unknown: the next request states its chain.
    current = undefined
    login.set('used', 'true')
    if (user.email) login.set('email', user.email)
    login.set('chain', String(user.chainId))
    login.set('mailedAt', undefined)
    return user
  }

  /** Sequential, so that no family's request runs on another's chain. */
  function moveTo(networkId: CaipNetworkId): Promise<void> {
    const move = moving.then(async () => {
      if (current === networkId) return
      const { chainId } = await ask('SWITCH_NETWORK', { chainId: chainIdOf(networkId) })
      if (String(chainId) !== String(chainIdOf(networkId)))
        throw new KitError('chain_disconnected', { message: 'The wallet did not switch chains' })
      current = networkId
      places.set(parseCaipNetworkId(networkId).namespace, networkId)
      login.set('chain', String(chainId))
    })
    moving = move.catch(() => undefined)
    return move
  }

  /** Switches networks. A smart account's address may differ there, so reads it again. */
  async function settleOn(namespace: Namespace, networkId: CaipNetworkId): Promise<void> {
    const before = users.get(namespace)
    const user = before && (await meet(namespace, networkId))
    await moveTo(networkId)
    tell(namespace, { type: 'networkChanged', networkId })
    if (user && JSON.stringify(user) !== JSON.stringify({ ...before, chainId: user.chainId }))
      tell(namespace, { type: 'accountsChanged', accounts: accountsOf(user, login) })
  }

  return {
    users,
    places,
    meet,
    moveTo,
    settleOn,
    rebooted() {
      current = undefined
    },
  }
}
