import { type Namespace, namespaces } from '@billfold/protocol/caip'
import { type AppKit, createAppKit } from '@billfold/react'
import type { SIWXConfig } from '@billfold/react/siwx'
import { connectedAccounts } from './connectedAccounts.ts'
import type { SiteConfig, SiteNetwork } from './siteConfig.ts'

/** Visitors see those of them that the operator has set up. */
export const siteSocials = ['google', 'apple', 'github', 'x', 'discord', 'facebook', 'farcaster'] as const

type SiteKitOptions = { enableEmbedded?: boolean; siwx?: SIWXConfig | undefined }

const kits = new WeakMap<SiteConfig, AppKit>()

/**
 * The kit of this page, created once from the site server's settings; undefined while there is no network to offer.
 * With `enableEmbedded` its card is a part of the page.
 */
export function createSiteKit(config: SiteConfig, options: SiteKitOptions = {}): AppKit | undefined {
  const [first, ...others] = config.networks
  if (!first) return undefined
  return kits.get(config) ?? createFor(config, [first, ...others], options)
}

function createFor(
  config: SiteConfig,
  networks: [SiteNetwork, ...SiteNetwork[]],
  { enableEmbedded = false, siwx }: SiteKitOptions,
): AppKit {
  const kit = createAppKit({
    projectId: config.projectId ?? '',
    networks,
    ...(config.apiUrl ? { apiUrl: config.apiUrl } : {}),
    ...(config.walletUrl ? { walletUrl: config.walletUrl } : {}),
    // On a local site the mail arrives on this machine: the code's screen links there.
    ...(config.mailUrl ? { mailUrl: config.mailUrl } : {}),
    ...(config.swapContracts ? { swapContracts: config.swapContracts } : {}),
    ...(config.relayUrls.length > 0 ? { relayUrl: config.relayUrls } : {}),
    metadata: {
      name: 'Billfold',
      description: 'The open wallet kit',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
    enableEmbedded,
    ...(siwx ? { siwx } : {}),
    features: { analytics: false, socials: siteSocials },
  })
  kits.set(config, kit)
  for (const namespace of namespaces) {
    const tell = (address: string | undefined) => connectedAccounts.set(withAccount(namespace, address))
    kit.subscribeAccount(({ address }) => tell(address), namespace)
    tell(kit.getAddress(namespace))
  }
  return kit
}

function withAccount(namespace: Namespace, address: string | undefined) {
  const { [namespace]: _, ...others } = connectedAccounts.get()
  return address === undefined ? others : { ...others, [namespace]: address }
}
