import type { Features, Options } from '../../model/options.ts'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

/** Analytics is off by default: visitor data is not ours to collect. */
export const defaultFeatures: Features = {
  swaps: true,
  onramp: true,
  receive: true,
  send: true,
  email: true,
  emailShowWallets: true,
  history: true,
  analytics: false,
  allWallets: true,
  legalCheckbox: false,
  collapseWallets: false,
  socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
  // Kinds that the site does not list follow in default order.
  connectorTypeOrder: [],
  walletFeaturesOrder: ['swaps', 'receive', 'send', 'onramp'],
}

/** Stores the options: some may change at runtime. */
function reduceOptions(state: Options, e: Event): Options {
  switch (e.type) {
    case 'options/changed':
      return { ...state, ...e.options }
    case 'options/featuresChanged':
      return { ...state, features: { ...state.features, ...e.features } }
    default:
      return state
  }
}

export const optionsFeature: Feature<Options> = { reduce: reduceOptions }
