import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../kit.ts'
import { type Connector, infoOf, type Search } from '../model/connector.ts'
import { families } from './families.ts'

/**
 * Discovers the page's wallets. Listens for announcements from the start; requests others at once for a returning
 * connected visitor, on the first event that may need them, otherwise after the first paint. A button shows none of
 * them, and must not wait for wallets.
 */
export function discoverWallets(kit: Kit, isKnown: (namespace: Namespace) => boolean): Search {
  const onConnector = (connector: Connector) => {
    if (kit.connectors.add(connector)) kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  }
  const searches = namespaces.filter(isKnown).map((each) => families[each].search(kit, onConnector))
  let discovery: Promise<unknown> | undefined
  const ask = () => {
    if (discovery || kit.isDisposed) return discovery
    stopHearing()
    for (const each of kit.options.connectors ?? []) each.announce?.(kit, onConnector)
    discovery = Promise.all(searches.map((each) => each.ask()))
    return discovery
  }
  const stopHearing = kit.store.onEvent(({ type }) => type === 'connector/announced' || ask())
  const { remembered, modal } = kit.store.get()
  if (Object.keys(remembered).length > 0 || modal.open) ask()
  else {
    // A site renders its button after creating the kit, so the first paint may be without it.
    const { painted } = kit.ports.page
    void painted().then(painted).then(ask)
  }
  return {
    ask,
    stop() {
      stopHearing()
      for (const each of searches) each.stop()
    },
  }
}
