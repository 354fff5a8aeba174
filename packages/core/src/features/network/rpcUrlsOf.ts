import type { State } from '../../store.ts'
import { isPublicNode } from './isPublicNode.ts'
import type { Network } from './network.ts'

/** Where a chain is asked: at the addresses that the site names, and without any through our server. Strangers are not asked. */
export function rpcUrlsOf({ options }: State, { networkId, rpcUrls }: Network): readonly string[] {
  const named = [...(options.customRpcUrls[networkId] ?? []), ...rpcUrls.filter((url) => !isPublicNode(url))]
  if (named.length > 0) return named
  const query = new URLSearchParams({ chainId: networkId, projectId: options.projectId })
  return [`${options.apiUrl.replace(/\/$/, '')}/v1/?${query}`]
}

/**
 * What a wallet that does not know the chain is told: the addresses that the network has of its own, for everyone or not.
 * Never our server's, which answers for one project, and the site's others, which may hold its keys, only where there are none.
 */
export const walletUrlsOf = ({ options }: State, { networkId, rpcUrls }: Network): readonly string[] =>
  rpcUrls.length > 0 ? rpcUrls : (options.customRpcUrls[networkId] ?? [])
