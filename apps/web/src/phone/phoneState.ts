import type { Namespace } from '@billfold/protocol/caip'
import type { Asking, WalletConnectSession } from '@billfold/testkit/walletconnect/askings'
import {
  createWalletConnectWallet,
  type WalletConnectWallet,
} from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import { createStore, type Store } from '../createStore.ts'
import type { SiteConfig } from '../siteConfig.ts'

/** The phone's screen. */
export type PhoneState = {
  sessions: readonly WalletConnectSession[]
  pending: readonly Asking[]
  isOnline: boolean
  /** The description of the last event. */
  note: string
}
export type Phone = { wallet: WalletConnectWallet; state: Store<PhoneState> }

const phones = new WeakMap<SiteConfig, Phone>()

/**
 * The wallet in this phone, created once: keys of the local network, sessions that survive a reload. Undefined without
 * a relay.
 */
export function phoneOf(config: SiteConfig): Phone | undefined {
  const [relayUrl] = config.relayUrls
  if (relayUrl === undefined) return undefined
  const phone = phones.get(config) ?? start(config, relayUrl)
  phones.set(config, phone)
  return phone
}

function start(config: SiteConfig, relayUrl: string): Phone {
  const chains = config.networks.flatMap(({ id, name, nativeCurrency: { symbol }, rpcUrls }) => {
    const [rpcUrl] = rpcUrls.default.http
    return typeof id === 'number' && rpcUrl ? [{ id, name, symbol, rpcUrl }] : []
  })
  const nodesOf = (namespace: Namespace) =>
    Object.fromEntries(
      config.networks.flatMap(({ chainNamespace, caipNetworkId, rpcUrls }) => {
        const [url] = rpcUrls.default.http
        return chainNamespace === namespace && url ? [[caipNetworkId, url]] : []
      }),
    )
  const others = config.networks.filter(({ id }) => typeof id !== 'number').map(({ caipNetworkId }) => caipNetworkId)
  const wallet = createWalletConnectWallet({
    relayUrl,
    projectId: config.projectId ?? 'local',
    metadata: { name: 'Pocket Wallet', url: location.origin, icons: [`${location.origin}/favicon.svg`] },
    chains,
    otherChains: [...new Set([...others, ...mainnetIds])],
    solanaRpcUrls: nodesOf('solana'),
    esploraUrls: nodesOf('bip122'),
    policy: 'ask',
    remember: localStorage,
  })
  const state = createStore<PhoneState>({ sessions: wallet.sessions(), pending: [], isOnline: false, note: '' })
  wallet.on((event) => {
    const now = { ...state.get(), sessions: wallet.sessions(), pending: wallet.pending() }
    if (event.type === 'relay') now.isOnline = event.isOpen
    if (event.type === 'settled') now.note = `Connected to ${event.session.peer.name}.`
    if (event.type === 'ended') now.note = endings[event.by]
    state.set(now)
  })
  return { wallet, state }
}

const mainnetIds = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
]
const endings = {
  site: 'The site disconnected.',
  wallet: 'You disconnected.',
  refusal: 'Site rejected the session.',
  silence: 'The site did not respond: the relay may have lost the connection. Get a new code on the site.',
}
