import { KitError } from '@billfold/protocol/error'
import { completeKit, startWalletConnect } from '../completeKit.ts'
import { namespacesOf } from '../connectors/walletconnect/grantedSession.ts'
import { otherFamiliesOf } from '../connectors/walletconnect/otherFamilies.ts'
import { providerClient, sessionOf, type UniversalProvider } from '../connectors/walletconnect/providerClient.ts'
import { createSiteLinks, type SiteLinks } from '../connectors/walletconnect/siteLinks.ts'
import { reconnectWallet } from '../features/connect/reconnectWallet.ts'
import type { Kit } from '../kit.ts'
import { type ConnectRequest, walletConnectId } from '../model/connector.ts'
import { requestedNamespaces } from '../model/findNetwork.ts'

export type { UniversalProvider } from '../connectors/walletconnect/providerClient.ts'

const linksOf = new WeakMap<Kit, SiteLinks>()

/**
 * Connects a kit without a relay to the site's own WalletConnect provider: adopts its current or later session, and
 * shows its links. `isManual` leaves pairing to the site; without a provider it is always manual.
 */
export function attachSiteProvider(
  kit: Kit,
  { provider, isManual }: { provider?: UniversalProvider | undefined; isManual: boolean },
): void {
  if (kit.isDisposed || linksOf.has(kit)) return
  completeKit(kit)
  const { store, ports } = kit
  const lent = providerClient({ provider, isManual, links: takeLinks(kit) }, ports)
  const isKept = () => sessionOf(provider, ports.clock.now()) !== undefined
  store.send({ type: 'options/changed', options: { enableWalletConnect: true } })
  kit.endWith(startWalletConnect(kit, { lent, isKept }))
  if (!provider) return
  const families = requestedNamespaces(store.get())
  const takeUp = () => {
    const session = sessionOf(provider, ports.clock.now())
    // Families without kit support come with the session itself.
    if (otherFamiliesOf(session).length > 0)
      kit.walletConnect?.connectors[0]
        ?.accounts()
        .catch((e: unknown) => ports.log.error('WalletConnect did not load', e))
    for (const namespace of session ? namespacesOf(session).filter((each) => families.includes(each)) : []) {
      const { account, remembered } = store.get()
      const isOurs = (remembered[namespace] ?? walletConnectId) === walletConnectId
      if (!isOurs || account[namespace].status === 'connected') continue
      store.send({ type: 'account/reconnecting', namespace, connectorId: walletConnectId })
      void reconnectWallet(kit, { namespace })
    }
  }
  takeUp()
  // Loads no WalletConnect code before there is a session; then that code listens to the provider.
  const first = () => {
    provider.removeListener('connect', first)
    if (store.get().connectAttempt.phase !== 'connecting') takeUp()
  }
  provider.on('connect', first)
  kit.endWith(() => void provider.removeListener('connect', first))
}

/**
 * Shows a site's pairing link in place of the kit's, until it expires or the dialog closes. A wallet that uses it
 * connects to the site's own client.
 */
export function offerLink(kit: Kit, uri: string): void {
  if (kit.isDisposed) return
  if (!uri.startsWith('wc:')) {
    kit.ports.log.error('open({ uri }): a pairing link must begin with wc:')
    return
  }
  completeKit(kit)
  if (!linksOf.has(kit)) {
    if (kit.walletConnect) showGivenFirst(kit, takeLinks(kit))
    else attachSiteProvider(kit, { isManual: true })
  }
  linksOf.get(kit)?.give(uri)
}

function takeLinks(kit: Kit): SiteLinks {
  const links = createSiteLinks(kit.ports.clock)
  linksOf.set(kit, links)
  kit.endWith(kit.store.onEvent(({ type }) => type === 'modal/closed' && links.forget()))
  return links
}

/** The kit's own WalletConnect shows a given link while valid, otherwise its own. */
function showGivenFirst(kit: Kit, links: SiteLinks): void {
  for (const connector of kit.walletConnect?.connectors ?? []) {
    const connect = connector.connect.bind(connector)
    connector.connect = (request) => {
      const own = new AbortController()
      const isShown =
        !request.silent &&
        links.show((uri, expiresAt) => {
          kit.store.send({ type: 'walletConnect/uriOffered', uri, expiresAt })
          const stop = kit.ports.clock.after(expiresAt - kit.ports.clock.now(), () => own.abort())
          request.signal.addEventListener('abort', stop)
        })
      return isShown ? untilOver(kit, request, own.signal) : connect(request)
    }
  }
}

/** Without a provider, no response arrives: it ends with the visitor or the link. */
function untilOver(kit: Kit, { signal }: ConnectRequest, expired: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new KitError('aborted')))
    expired.addEventListener('abort', () => reject(new KitError('timeout')))
  }).finally(() => kit.store.send({ type: 'walletConnect/pairingEnded' }))
}
