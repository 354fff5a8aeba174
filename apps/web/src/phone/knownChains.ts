import { isNamespace, type Namespace } from '@billfold/protocol/caip'
import { type DevnetManifest, devnetManifest } from '@billfold/protocol/devnetManifest'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { familyOf } from '@billfold/protocol/wc/namespaces'
import { families } from '../families.ts'
import { fetchJson } from '../fetchJson.ts'
import type { SiteConfig } from '../siteConfig.ts'
import type { Known } from './describe.ts'

/** A chain by its common name. */
export function chainName({ networks }: SiteConfig, chainId: string): string {
  const own = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const named = familyOf(chainId)
  const family = isNamespace(named) ? families[named] : undefined
  return own?.name ?? (family && named !== 'eip155' ? family : chainId)
}

/** The local network's data on its coins and tokens; an unknown token shows its smallest units. */
export async function loadKnown(config: SiteConfig): Promise<Known> {
  const manifest = config.devnet ? await fetchJson(devnetManifest, config.devnet).catch(() => undefined) : undefined
  const network = (chainId: string) => config.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  return {
    coin(chainId) {
      const family = familyOf(chainId)
      return network(chainId)?.nativeCurrency ?? (isNamespace(family) ? coins[family] : noCoin)
    },
    token(chainId, address) {
      const family = familyOf(chainId)
      const tokens = manifest && isNamespace(family) ? tokensOf[family](manifest, chainId.split(':')[1] ?? '') : []
      return isNamespace(family) ? tokens.find((token) => sameAddress(family, token.address, address)) : undefined
    },
    rpcUrl: (chainId) => network(chainId)?.rpcUrls.default.http[0],
  }
}

type Coin = { symbol: string; decimals: number }
const noCoin: Coin = { symbol: 'of the smallest units', decimals: 0 }

/** The coins of the families' main networks; an EVM chain may have any. */
const coins: Readonly<Record<Namespace, Coin>> = {
  eip155: { symbol: 'coins', decimals: 18 },
  solana: { symbol: 'SOL', decimals: 9 },
  bip122: { symbol: 'BTC', decimals: 8 },
  polkadot: { symbol: 'DOT', decimals: 10 },
}

/** The tokens of a chain of the local network. */
const tokensOf: Readonly<
  Record<Namespace, (manifest: DevnetManifest, chain: string) => (Coin & { address: string })[]>
> = {
  eip155: ({ chains }, chain) => chains.find(({ id }) => String(id) === chain)?.tokens ?? [],
  solana: ({ solana }, chain) => (solana?.id === chain ? solana.tokens : []),
  bip122: () => [],
  polkadot: ({ polkadot }, chain) =>
    polkadot?.id === chain ? polkadot.assets.map((asset) => ({ ...asset, address: String(asset.id) })) : [],
}
