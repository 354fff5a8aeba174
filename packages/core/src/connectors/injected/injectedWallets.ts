import { cleanIcon, cleanText } from '@billfold/protocol/cleanText'
import type { Connector, ConnectorInfo, Search } from '../../model/connector.ts'
import type { Options } from '../../model/options.ts'
import type { Stop } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { lazyConnector } from '../lazyConnector.ts'
import { type Eip1193, isEip1193 } from './eip1193.ts'

/** Discovers a page's EVM wallets: announced ones (EIP-6963), now and later, and the unannounced `window.ethereum`. */
export function injectedWallets(
  ports: Ports,
  options: Pick<Options, 'enableEIP6963' | 'enableInjected'>,
  onConnector: (connector: Connector) => void,
): Search {
  const { events } = ports.page
  const see = (info: ConnectorInfo, provider: Eip1193) => {
    const load = async () => (await import('./connectorFor.ts')).connectorFor(info, provider, ports)
    onConnector(lazyConnector(info, { load, canSwitch: true, log: ports.log }))
  }
  const offer = (detail: unknown, overrides?: Partial<ConnectorInfo>) => {
    const read = readAnnouncement(detail)
    if (read) see({ ...read.info, ...overrides }, read.provider)
  }
  const announced = (e: globalThis.Event) => offer((e as CustomEvent).detail)
  let stopHost: Stop | undefined
  let isOver = false
  // The page's host may have a wallet: a Mini App's does.
  const discoverHost = async () => {
    const { discoverHosts } = await import('./hosts.ts')
    if (!isOver) stopHost = discoverHosts(ports, (detail) => offer(detail, { isHost: true }))
  }
  const legacy = () => {
    const provider = ports.page.global('ethereum')
    if (isEip1193(provider)) see(legacyInfo, provider)
  }
  if (options.enableEIP6963) events.addEventListener('eip6963:announceProvider', announced)
  if (options.enableInjected) events.addEventListener('ethereum#initialized', legacy)
  return {
    ask() {
      if (options.enableEIP6963) {
        events.dispatchEvent(new Event('eip6963:requestProvider'))
        if (ports.page.device().iframe || ports.page.global('ReactNativeWebView'))
          discoverHost().catch((e) => ports.log.error('hostWallet', e))
      }
      if (options.enableInjected) legacy()
    },
    stop() {
      isOver = true
      stopHost?.()
      events.removeEventListener('eip6963:announceProvider', announced)
      events.removeEventListener('ethereum#initialized', legacy)
    },
  }
}

const legacyInfo: ConnectorInfo = { id: 'injected', name: 'Browser Wallet', type: 'INJECTED', namespace: 'eip155' }

/** A wallet's announcement, sanitized; undefined without a name or a provider. */
function readAnnouncement(detail: unknown): { info: ConnectorInfo; provider: Eip1193 } | undefined {
  try {
    const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
    const name = cleanText(info.name, 40)
    const rdns = typeof info.rdns === 'string' && /^[\w.-]{1,100}$/.test(info.rdns) ? info.rdns : undefined
    const icon = cleanIcon(info.icon)
    const id = rdns ?? cleanText(info.uuid, 100)
    if (!name || !id || !isEip1193(provider)) return undefined
    return {
      provider,
      info: { id, name, type: 'ANNOUNCED', namespace: 'eip155', ...(rdns ? { rdns } : {}), ...(icon ? { icon } : {}) },
    }
  } catch {
    // Not an announcement: any script may dispatch such an event.
    return undefined
  }
}
