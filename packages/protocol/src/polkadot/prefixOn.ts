import type { CaipNetworkId } from '../caip.ts'

/** Address prefixes of well-known networks. */
const prefixes: Readonly<Record<CaipNetworkId, number>> = {
  // Polkadot and its asset hub, Kusama's, Westend's, Paseo's.
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:48239ef607d7928874027a43a6768920': 2,
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 42,
  'polkadot:67f9723393ef76214df0118c34bbbd3d': 42,
  'polkadot:77afd6190f1554ad45fd0d31aee62aac': 0,
  'polkadot:d6eec26135305a8ad257a20d00335728': 0,
}

/** A network, and its prefix if its source names one. */
export type PolkadotPlace = { networkId: CaipNetworkId; addressPrefix?: number | undefined }

/** The prefix of a network's addresses; undefined if unknown. */
export const prefixOn = ({ networkId, addressPrefix }: PolkadotPlace): number | undefined =>
  addressPrefix ?? prefixes[networkId]
