import { familyFeatures } from '@billfold/core/chains/familyFeatures'
import { connectedAccount } from '@billfold/core/features/account/account'
import type { View } from '@billfold/core/features/modal/modal'
import type { WalletFeature } from '@billfold/core/features/options/options'
import type { State } from '@billfold/core/store'

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
