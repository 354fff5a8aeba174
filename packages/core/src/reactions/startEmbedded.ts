import { embeddedNamespaces, kitEmbedded } from '../connectors/embedded/kitEmbedded.ts'
import type { openFrame } from '../connectors/embedded/openFrame.ts'
import { resumeSocial } from '../features/embedded/connectSocial.ts'
import { embeddedInitial, reduceEmbedded } from '../features/embedded/embedded.ts'
import { socialRedirect } from '../features/embedded/socialRedirect.ts'
import type { Kit } from '../kit.ts'
import { alertTitles } from '../model/alertTitles.ts'
import { infoOf } from '../model/connector.ts'
import { activeNetworkId, networkIdOf, requestedNamespaces } from '../model/findNetwork.ts'
import { startEmbeddedReactions } from './startEmbeddedReactions.ts'

/** Adds the embedded wallet to a kit; idempotent. The frame loads with a login only. */
export function startEmbedded(kit: Kit, open?: typeof openFrame): void {
  const { walletUrl = '' } = kit.options
  if (kit.embedded || kit.isDisposed) return
  if (!isSecure(walletUrl)) {
    kit.ports.log.error(`walletUrl must be an https URL, not ${walletUrl.slice(0, 200)}`)
    return
  }
  const state = kit.store.get()
  const namespaces = embeddedNamespaces.filter((each) => requestedNamespaces(state).includes(each))
  const [first] = namespaces
  if (!first) return
  kit.store.add({ embedded: { reduce: reduceEmbedded } }, { embedded: embeddedInitial })
  const networkId = () => {
    const now = kit.store.get()
    const isHere = namespaces.some((each) => each === now.network.activeNamespace)
    return isHere ? activeNetworkId(now) : networkIdOf(now, first)
  }
  const onFailure = (detail: string) => {
    const code = 'embeddedUnavailable'
    kit.ports.log.error(`${alertTitles[code]}: ${detail}`)
    if (kit.options.debug) kit.store.send({ type: 'alert/raised', code, detail })
  }
  const embedded = kitEmbedded(kit, { walletUrl, namespaces, networkId, onFailure, ...(open ? { open } : {}) })
  kit.embedded = embedded
  kit.endWith(embedded.dispose)
  kit.endWith(startEmbeddedReactions(kit, embedded, namespaces))
  for (const connector of embedded.connectors)
    if (kit.connectors.add(connector)) kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  const back = socialRedirect.take(kit)
  if (back) void resumeSocial(kit, back)
}

/** A frame with keys requires a secure connection, except on a developer's own machine. */
function isSecure(text: string): boolean {
  const url = URL.parse(text)
  return (
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|.+\.localhost)$/.test(url.hostname))
  )
}
