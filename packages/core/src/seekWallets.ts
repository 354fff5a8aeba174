import { type Namespace, namespaces } from '@billfold/protocol/caip'
import { type Connector, infoOf, type Search } from './connectors/connector.ts'
import { families } from './families.ts'
import type { Kit } from './kit.ts'

/**
 * Finds the page's wallets. Those that come by themselves are heard from the beginning; the others are asked at once for a
 * visitor who comes back connected, as soon as anything happens that may need them, and else when the page's first frames
 * are on the screen. A button shows none of them, and must not wait for what wallets do when they are asked.
 */
export function seekWallets(kit: Kit, isKnown: (namespace: Namespace) => boolean): Search {
  const found = (connector: Connector) => {
    if (kit.connectors.add(connector)) kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  }
  const searches = namespaces.filter(isKnown).map((each) => families[each].search(kit, found))
  let asked: Promise<unknown> | undefined
  const ask = () => {
    if (asked || kit.isDisposed) return asked
    stopHearing()
    asked = Promise.all(searches.map((each) => each.ask()))
    return asked
  }
  const stopHearing = kit.store.onEvent(({ type }) => type === 'connector/announced' || ask())
  const { remembered, modal } = kit.store.get()
  if (Object.keys(remembered).length > 0 || modal.open) ask()
  else {
    // A site draws its button after it made the kit, so the first frame may be one without it.
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
