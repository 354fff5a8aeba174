import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Network } from './network.ts'

const domains = [
  'arbitrum.io aurora.dev avax.network avax-test.network base.org berachain.com bnbchain.org celo.org cloudflare-eth.com',
  'drpc.org gnosischain.com kaia.io klaytn.net linea.build llamarpc.com mantle.xyz merkle.io optimism.io polygon-rpc.com',
  'publicnode.com reth.rs scroll.io sei-apis.com solana.com thirdweb.com unichain.org zkevm-rpc.com zksync.dev zksync.io',
  'zora.energy',
].join(' ')

// A longer path, or a query, contains an API key.
const pattern = new RegExp(
  `^https://([\\w-]+\\.)*(${domains.replace(/\./g, '\\.').replace(/ /g, '|')})(:\\d+)?(/[\\w/]{0,15})?$`,
)

/** Whether a URL is a public node from the chain lists, not one chosen for this site. */
export const isPublicNode = (url: string): boolean => pattern.test(url)

/** The options that choose a chain's nodes. */
export type NodeOptions = {
  readonly projectId: string
  readonly apiUrl: string
  readonly customRpcUrls: Readonly<Partial<Record<CaipNetworkId, readonly string[]>>>
}
type WithOptions = { options: NodeOptions }

/** Node URLs of a chain: the site's own, otherwise our server's. Never a third party's. */
export function rpcUrlsOf({ options }: WithOptions, { networkId, rpcUrls }: Network): readonly string[] {
  const named = [...(options.customRpcUrls[networkId] ?? []), ...rpcUrls.filter((url) => !isPublicNode(url))]
  if (named.length > 0) return named
  const query = new URLSearchParams({ chainId: networkId, projectId: options.projectId })
  return [`${options.apiUrl.replace(/\/$/, '')}/v1/?${query}`]
}

/**
 * Node URLs for a wallet that does not know the chain: the network's own. Never our server's, which serves one project;
 * the site's others, which may contain keys, only if there are none.
 */
export const walletUrlsOf = ({ options }: WithOptions, { networkId, rpcUrls }: Network): readonly string[] =>
  rpcUrls.length > 0 ? rpcUrls : (options.customRpcUrls[networkId] ?? [])
