import type { Wallet } from '@billfold/protocol/api/registry'
import type { Network } from '../../model/network.ts'
import type { State } from '../../model/state.ts'
import type { MergedConnector } from '../connect/mergedConnectors.ts'

type Route = 'getWalletImage' | 'public/getAssetImage' | 'public/getCurrencyImage' | 'public/getTokenImage'

/** URL of an image on our server. */
export function imageUrl({ options }: State, route: Route, id: string): string {
  const { apiUrl, projectId, sdkType, sdkVersion } = options
  const query = new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })
  return `${apiUrl.replace(/\/$/, '')}/${route}/${encodeURIComponent(id)}?${query}`
}

export function walletImageUrl(state: State, wallet: Wallet): string | undefined {
  if (wallet.image_id) return imageUrl(state, 'getWalletImage', wallet.image_id)
  return wallet.image_url ?? undefined
}

/** The site's image of a network, otherwise the network's own, otherwise our server's. */
export function networkImageUrl(state: State, network: Network): string | undefined {
  const own = state.options.chainImages[network.id] ?? state.options.chainImages[network.networkId] ?? network.imageUrl
  return own ?? (network.imageId ? imageUrl(state, 'public/getAssetImage', network.imageId) : undefined)
}

/** The site's image of a connector, otherwise the wallet's own, otherwise the registry's. */
export function connectorImageUrl(
  state: State,
  { id, icon, explorerId }: Pick<MergedConnector, 'id' | 'icon' | 'explorerId'>,
): string | undefined {
  const own = state.options.connectorImages[id] ?? icon
  return own ?? (explorerId ? imageUrl(state, 'getWalletImage', explorerId) : undefined)
}
