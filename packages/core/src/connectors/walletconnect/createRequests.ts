import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { isMethodApproved } from '@billfold/protocol/wc/namespaces'
import { kitErrorOfPeer } from '@billfold/protocol/wc/wcErrors'
import { linkTarget, requestLink, storedDeepLink } from '../../wc/deepLink.ts'
import type { PeerAnswer } from '../../wc/peers.ts'
import { sessionRequest } from '../../wc/sessionRequest.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import type { Places } from './createPlaces.ts'
import { addressesOn, grantedSession, wireChain } from './grantedSession.ts'
import type { HubClient, HubParts } from './hubParts.ts'
import { switchChain } from './switchChain.ts'
import { readWire, wireRequest } from './wireRequest.ts'

type Parts = Pick<HubParts, 'ports' | 'announce' | 'rpc' | 'rpcUrls' | 'apiUrl' | 'projectId'> & {
  client: HubClient
  places: Places
  /** The session; throws without one. */
  present: () => WcSession
}

/** Requests to the wallet, and switching its network, over the shared session. */
export function createRequests({ ports, announce, rpc, rpcUrls, apiUrl, projectId, client, places, present }: Parts) {
  /** Opens the visitor's wallet app, and reports the pending request. */
  function waitingFor(id: number, session: WcSession, method: string, networkId: CaipNetworkId): void {
    const link = storedDeepLink(ports.storage)
    const href = link && requestLink(link.href, { id, topic: session.topic })
    announce({
      type: 'walletConnect/requestSent',
      request: { id, method, networkId, ...(link && href ? { link: { href, name: link.name } } : {}) },
    })
    const document = ports.page.global('document') as { hasFocus?(): boolean } | undefined
    if (href && document?.hasFocus?.()) ports.page.open(href, linkTarget(href, ports.page.device()))
  }

  /** Runs a possible wallet request, and reports it as pending. */
  async function tracked<T>(method: string, networkId: CaipNetworkId, run: (onId: (id: number) => void) => Promise<T>) {
    const session = present()
    const sent: number[] = []
    try {
      return await run((id) => {
        sent.push(id)
        waitingFor(id, session, method, networkId)
      })
    } finally {
      for (const id of sent) announce({ type: 'walletConnect/requestEnded', id })
    }
  }

  /** Among errors, only the person's rejection proves that nothing was sent. */
  function reportLateAnswer(id: number, read: ((answer: unknown) => unknown) | undefined, answer: PeerAnswer): void {
    if ('result' in answer) {
      const result = read ? read(answer.result) : answer.result
      announce({ type: 'walletConnect/answeredLate', id, answer: { result } })
    } else if (kitErrorOfPeer(answer.error).code === 'user_rejected')
      announce({ type: 'walletConnect/answeredLate', id, answer: { isRejected: true } })
  }

  async function request(
    networkId: CaipNetworkId,
    method: string,
    params: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const session = present()
    const chainId = wireChain(session, networkId)
    const isApproved = (name: string) => isMethodApproved(session.namespaces, chainId, name)
    const { read, ...wire } = wireRequest({ method, params }, isApproved)
    let own: number | undefined
    const onAfter = (answer: PeerAnswer) => own !== undefined && reportLateAnswer(own, read, answer)
    const answer = await tracked(wire.method, networkId, (onId) =>
      sessionRequest(
        { client, rpc, rpcUrls, apiUrl, projectId, goTo },
        {
          ...{ ...wire, chainId, signal, onAfter },
          onId(id) {
            own = id
            onId(id)
          },
        },
      ),
    )
    return read ? read(answer) : answer
  }

  const goTo = (chainId: string, signal?: AbortSignal) => switchNetwork(chainId as CaipNetworkId, undefined, signal)

  async function switchNetwork(networkId: CaipNetworkId, add: unknown, signal?: AbortSignal): Promise<void> {
    const session = present()
    const namespace = parseCaipNetworkId(networkId).namespace
    const from = places.networkOf(namespace) ?? grantedSession(session, namespace)?.networkId
    const chainId = from && wireChain(session, from)
    await switchChain({
      networkId,
      add,
      clock: ports.clock,
      signal,
      isGranted: () => addressesOn(present(), networkId).length > 0,
      isApproved: (method) => chainId !== undefined && isMethodApproved(session.namespaces, chainId, method),
      onUpdate: (listener) => client.on((e) => e.type === 'updated' && listener()),
      ask: (method, params) =>
        tracked(method, networkId, (onId) => client.request({ chainId: chainId ?? '', method, params, signal, onId })),
    })
    places.place(namespace, networkId, addressesOn(present(), networkId))
  }

  /** Takes the response to a request of an earlier page. */
  const expect = ({ id, method }: { id: number; method: string }): void =>
    client.expect?.(id, (answer) => reportLateAnswer(id, (result) => readWire(method, result), answer))

  return { request, switchNetwork, expect }
}
