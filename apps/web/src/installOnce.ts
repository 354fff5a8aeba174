import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import type { SiteConfig } from './siteConfig.ts'

type ChainName = `${string}:${string}`

const rdns = 'dev.billfold.devnet'

/** Makes the Devnet Wallet appear in this page, unless this browser already has one. Local builds only. */
export function installOnce({ networks }: SiteConfig): void {
  if (isThere()) return
  const chains = networks.flatMap(
    ({
      id,
      name,
      nativeCurrency: { symbol },
      rpcUrls: {
        default: { http },
      },
    }) => (typeof id === 'number' && http[0] ? [{ id, name, symbol, rpcUrl: http[0] }] : []),
  )
  const solana = networks.flatMap(({ chainNamespace, caipNetworkId, rpcUrls: { default: at } }) =>
    chainNamespace === 'solana' && at.http[0] ? [[caipNetworkId as ChainName, at.http[0]] as const] : [],
  )
  const bitcoin = networks.find(({ chainNamespace }) => chainNamespace === 'bip122')
  const [esploraUrl] = bitcoin?.rpcUrls.default.http ?? []
  const polkadot = networks.find(({ chainNamespace }) => chainNamespace === 'polkadot')
  createDevnetWallet({
    ...{ chains, rdns, policy: 'ask', remember: localStorage },
    ...(bitcoin && esploraUrl ? { bitcoin: { chain: `bip122:${bitcoin.id}`, esploraUrl } } : {}),
    ...(polkadot ? { polkadot: { chain: `polkadot:${polkadot.id}` } } : {}),
    solana: solana.length > 0 && { chains: solana.map(([chain]) => chain), rpcUrls: Object.fromEntries(solana) },
  }).install(window)
}

/** Whether a wallet of this name announces itself (EIP-6963). */
function isThere(): boolean {
  let isAnnounced = false
  const hear = (event: Event) => {
    const { info } = (event as CustomEvent<{ info?: { rdns?: unknown } } | null>).detail ?? {}
    isAnnounced ||= info?.rdns === rdns
  }
  window.addEventListener('eip6963:announceProvider', hear)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', hear)
  return isAnnounced
}
