import { familyFeatures } from '@billfold/core/chains/familyFeatures'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { View } from '@billfold/core/model/modal'
import type { WalletFeature } from '@billfold/core/model/options'
import type { State } from '@billfold/core/model/state'

/** Where each leads. */
export const featureViews: Readonly<Record<WalletFeature, View>> = {
  onramp: { name: 'OnRampProviders' },
  receive: { name: 'WalletReceive' },
  send: { name: 'WalletSend' },
  swaps: { name: 'Swap' },
}

/** This account's features, in the site's order; only a server knows whether anyone sells something here. */
export function walletFeatures(state: State): readonly WalletFeature[] {
  const { features } = state.options
  const can = familyFeatures[state.network.activeNamespace]
  const isOffered = (feature: WalletFeature) => features[feature] && (feature === 'onramp' || can.includes(feature))
  return connectedAccount(state) ? features.walletFeaturesOrder.filter(isOffered) : []
}
