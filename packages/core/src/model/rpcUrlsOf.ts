import { isPublicNode } from './isPublicNode.ts'
import type { Network } from './network.ts'
import type { State } from './state.ts'

/** Node URLs of a chain: the site's own, otherwise our server's. Never a third party's. */
export function rpcUrlsOf({ options }: State, { networkId, rpcUrls }: Network): readonly string[] {
  const named = [...(options.customRpcUrls[networkId] ?? []), ...rpcUrls.filter((url) => !isPublicNode(url))]
  if (named.length > 0) return named
  const query = new URLSearchParams({ chainId: networkId, projectId: options.projectId })
  return [`${options.apiUrl.replace(/\/$/, '')}/v1/?${query}`]
}

/**
 * Node URLs for a wallet that does not know the chain: the network's own. Never our server's, which serves one project;
 * the site's others, which may contain keys, only if there are none.
 */
export const walletUrlsOf = ({ options }: State, { networkId, rpcUrls }: Network): readonly string[] =>
  rpcUrls.length > 0 ? rpcUrls : (options.customRpcUrls[networkId] ?? [])
