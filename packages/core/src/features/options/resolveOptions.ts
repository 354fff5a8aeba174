import { KitError } from '@billfold/protocol/error'
import type { Network, NetworkInput } from '../../model/network.ts'
import type { Features, Metadata, Options } from '../../model/options.ts'
import type { ThemeMode, ThemeVariables } from '../../model/theme.ts'
import type { Page } from '../../ports/page.ts'
import { relaysOf } from '../../wc/relays.ts'
import { toNetwork } from '../network/toNetwork.ts'
import { toStoredWallet } from '../wallets/toStoredWallet.ts'
import { defaultFeatures } from './options.ts'

/** The options of a site: only the networks and a project id are required. */
export type OptionsInput = Partial<Omit<Options, 'features' | 'metadata' | 'otherNetworks'>> & {
  /** The id under which your API knows the site. */
  projectId: string
  /** The networks the site uses: from `@billfold/react/networks`, viem's chains, or objects of that shape. Visitors start on the first. */
  networks: readonly NetworkInput[]
  /** One of `networks`, or its id. */
  defaultNetwork?: NetworkInput | number | string | undefined
  /** Which parts of the kit are on; what you leave out keeps its default. */
  features?: Partial<Features> | undefined
  /** The site's data that wallets display; by default read from the page. */
  metadata?: Partial<Metadata> | undefined
  /** The look of the modal and the buttons; `dark` by default. */
  themeMode?: ThemeMode | undefined
  /** Colors, font, corners and layer of the modal and the buttons. */
  themeVariables?: ThemeVariables | undefined
}

export type Resolved = { options: Options; networks: readonly Network[]; defaultNetwork: Network }

/** A family without kit support: only a WalletConnect wallet responds for it. */
const otherFamily = /^(?!eip155|solana|polkadot|bip122)[a-z]/

/** Fills in every default; throws one clear sentence on an invalid option. */
export function resolveOptions(input: OptionsInput, page: Page): Resolved {
  const hasRelay = relaysOf(input).length > 0
  const isOther = (n: NetworkInput) => hasRelay && otherFamily.test(`${n?.caipNetworkId ?? n?.chainNamespace ?? n?.id}`)
  // A single network counts as a list of one.
  const all = [input.networks ?? []].flat()
  const ours = all.filter((n) => !isOther(n)).map(toNetwork)
  const networks = [...new Map(ours.map((n) => [n.networkId, n])).values()]
  const first = networks[0]
  if (!first) throw new KitError('invalid_input', { message: 'Pass at least one network' })
  const { networks: _, defaultNetwork: wanted, themeMode: __, themeVariables: ___, ...given } = input
  const wantedId = typeof wanted === 'object' ? wanted.id : wanted
  const defaultNetwork = networks.find((n) => n.id === wantedId || n.networkId === wantedId) ?? first
  return {
    networks,
    defaultNetwork,
    options: {
      apiUrl: page.origin(),
      sdkType: 'appkit',
      sdkVersion: 'html-universal-0.0.0',
      featuredWalletIds: [],
      includeWalletIds: [],
      excludeWalletIds: [],
      allWallets: 'SHOW',
      customRpcUrls: {},
      chainImages: {},
      connectorImages: {},
      debug: true,
      enableEmbedded: false,
      enableWallets: true,
      enableWalletGuide: true,
      enableEIP6963: true,
      enableInjected: true,
      allowUnsupportedChain: false,
      ...defined(given),
      enableWalletConnect: hasRelay && (input.enableWalletConnect ?? true),
      otherNetworks: all.filter(isOther),
      customWallets: (input.customWallets ?? []).map(toStoredWallet).filter((w) => w !== undefined),
      projectId: typeof input.projectId === 'string' ? input.projectId : '',
      metadata: { ...metadataOf(page), ...defined(input.metadata ?? {}) },
      features: { ...defaultFeatures, ...defined(input.features ?? {}) },
    },
  }
}

/** The page's own metadata, as the default. */
const metadataOf = (page: Page): Metadata => {
  const icon = page.head('link', 'icon')
  return {
    name: page.title(),
    description: page.head('meta', 'og:description') ?? page.head('meta', 'description') ?? '',
    url: page.origin(),
    icons: icon ? [icon] : [],
  }
}

/** Drops keys with undefined values, so that they do not hide a default. */
function defined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
