import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { chainsOf, familyOf } from '@billfold/protocol/wc/namespaces'
import { wcErrors } from '@billfold/protocol/wc/wcErrors'
import type { Hub } from '../connectors/walletconnect/createHub.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { walletConnectId } from '../model/connector.ts'
import type { WcSession } from '../wc/wcSession.ts'

/** The chains of the wallet's session, and the site's choice for each family. */
export function sessionChains(kit: Kit, client: Hub['client']) {
  const chosen = new Map<string, string>()
  const chainsIn = ({ namespaces }: WcSession) =>
    Object.entries(namespaces).flatMap(([key, entry]) => chainsOf(key, entry))
  /** A family's chain: the site's choice, otherwise the kit's, otherwise the first granted. */
  const chainOf = (session: WcSession, family: string) => {
    const account = connectedAccount(kit.store.get(), family as Namespace)
    const shown = account?.connectorId === walletConnectId ? account.networkId : undefined
    return chosen.get(family) ?? shown ?? chainsIn(session).find((chain) => familyOf(chain) === family)
  }
  const present = () => {
    const session = client.session()
    if (!session) throw new KitError('provider_disconnected', { message: 'Please call connect() before request()' })
    return session
  }
  const defaultChain = (session: WcSession) => {
    const chain = chainOf(session, familyOf(Object.keys(session.namespaces)[0] ?? ''))
    if (!chain) throw new KitError('chain_disconnected')
    return chain
  }
  return { chosen, chainsIn, chainOf, present, defaultChain }
}

type Forwarding = {
  chosen: Map<string, string>
  offered(link: string): void
  emit(event: string, value: unknown): void
}

/** Emits what happens to the session, as WalletConnect's events. */
export function forwardEvents(kit: Kit, client: Hub['client'], { chosen, offered, emit }: Forwarding): void {
  const { store } = kit
  let topic = client.session()?.topic
  kit.endWith(
    store.onEvent((event) => {
      if (event.type === 'walletConnect/uriOffered') offered(event.uri)
      if (event.type !== 'walletConnect/settled') return
      chosen.clear()
      const session = client.session()
      topic = session?.topic
      if (session) emit('connect', { session })
    }),
  )
  kit.endWith(
    store.subscribe((after, before) => {
      for (const family of Object.keys(after.account) as Namespace[]) {
        const [now, was] = [after, before].map((state) => connectedAccount(state, family))
        if (!now || !was || now.connectorId !== walletConnectId || was.connectorId !== walletConnectId) continue
        if (now.networkId !== was.networkId) {
          chosen.delete(family)
          emit('chainChanged', referenceOf(now.networkId))
        }
        if (now.address !== was.address) emit('accountsChanged', [now.address])
      }
    }),
  )
  kit.endWith(
    client.on((event) => {
      if (event.type === 'updated') {
        emit('session_update', { topic: event.session.topic, params: { namespaces: event.session.namespaces } })
      } else if (event.type === 'event') {
        const { name, data, chainId } = event
        if (name !== 'chainChanged' && name !== 'accountsChanged') emit(name, data)
        emit('session_event', { topic, params: { event: { name, data }, chainId } })
      } else {
        chosen.clear()
        emit('session_delete', { topic })
        emit('disconnect', { ...wcErrors.user_disconnected, data: topic })
        topic = undefined
      }
    }),
  )
}

export const referenceOf = (chainId: string) => chainId.split(':')[1] ?? ''
