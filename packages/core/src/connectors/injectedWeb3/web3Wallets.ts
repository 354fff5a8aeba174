import { cleanText } from '@billfold/protocol/cleanText'
import type { Connector } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { lazyConnector } from '../lazyConnector.ts'
import type { Web3Places } from './web3Connector.ts'
import { isWeb3Entry } from './web3Entry.ts'

/** Names of wallets whose key in `injectedWeb3` differs. */
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  enkrypt: 'Enkrypt',
  'fearless-wallet': 'Fearless Wallet',
}
const [maxWallets, maxNameLength] = [50, 40]

/**
 * Discovers a page's Polkadot wallets: they add themselves to `injectedWeb3` before the page runs, without an event.
 */
export function web3Wallets(ports: Ports, places: Web3Places, onConnector: (connector: Connector) => void): () => void {
  return function ask() {
    const all = ports.page.global('injectedWeb3')
    if (typeof all !== 'object' || all === null) return
    for (const key of Object.keys(all).slice(0, maxWallets)) {
      try {
        const entry: unknown = (all as Record<string, unknown>)[key]
        const name = Object.hasOwn(names, key) ? names[key] : cleanText(key, maxNameLength)
        if (!name || key.length > maxNameLength || !isWeb3Entry(entry)) continue
        const info = { id: key, name, type: 'ANNOUNCED', namespace: 'polkadot' } as const
        const load = async () => (await import('./web3Connector.ts')).web3Connector(info, entry, ports, places)
        onConnector(lazyConnector(info, { load, canSwitch: false, log: ports.log }))
      } catch {
        // Skip entries that throw on access.
      }
    }
  }
}
