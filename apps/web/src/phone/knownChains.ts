import { isNamespace, type Namespace } from '@billfold/protocol/caip'
import { devnetManifest } from '@billfold/protocol/devnetManifest'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { familyOf } from '@billfold/protocol/wc/namespaces'
import { fetchJson } from '../fetchJson.ts'
import type { SiteConfig } from '../siteConfig.ts'
import type { Known } from './describeRequest.ts'

const families: Readonly<Record<Namespace, string>> = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/** A chain by the name people have for it. */
export function chainName({ networks }: SiteConfig, chainId: string): string {
  const own = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const named = familyOf(chainId)
  const family = isNamespace(named) ? families[named] : undefined
  return own?.name ?? (family && named !== 'eip155' ? family : chainId)
}

/** What the local network says of its coins and tokens; without it amounts are in the smallest unit. */
export async function loadKnown(config: SiteConfig): Promise<Known> {
  const manifest = config.devnet ? await fetchJson(devnetManifest, config.devnet).catch(() => undefined) : undefined
  return {
    symbolOf: (chainId) =>
      config.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.nativeCurrency.symbol ?? 'coins',
    token: (chainId, address) =>
      manifest?.chains
        .find(({ id }) => chainId === `eip155:${id}`)
        ?.tokens.find((token) => sameAddress('eip155', token.address, address)),
  }
}
