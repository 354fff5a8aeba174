import { cleanIcon, cleanText } from '@billfold/protocol/cleanText'
import type { Connector, Search } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { lazyConnector } from '../lazyConnector.ts'
import { isSolanaWallet } from './standardWallet.ts'

/** Discovers a page's Solana wallets: both sides of the Wallet Standard's handshake, in any load order. */
export function standardWallets(ports: Ports, onConnector: (connector: Connector) => void): Search {
  const { events } = ports.page
  let stopped = false
  const register = (...wallets: unknown[]) => {
    for (const wallet of wallets) {
      try {
        if (stopped || !isSolanaWallet(wallet)) continue
        const name = cleanText(wallet.name, 40)
        const icon = cleanIcon(wallet.icon)
        if (!name) continue
        const info = { id: name, name, type: 'ANNOUNCED', namespace: 'solana', ...(icon ? { icon } : {}) } as const
        const load = async () => (await import('./standardConnector.ts')).standardConnector(info, wallet, ports)
        onConnector(lazyConnector(info, { load, canSwitch: false, log: ports.log }))
      } catch {
        // Skip objects that throw on access.
      }
    }
    // Registered wallets are never removed: the connector then returns the wallet's own error.
    return () => undefined
  }
  const api = Object.freeze({ register })
  const registered = (e: globalThis.Event) => {
    const callback: unknown = (e as CustomEvent).detail
    if (typeof callback === 'function') callback(api)
  }
  events.addEventListener('wallet-standard:register-wallet', registered)
  return {
    ask: () => void events.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api })),
    stop() {
      stopped = true
      events.removeEventListener('wallet-standard:register-wallet', registered)
    },
  }
}
