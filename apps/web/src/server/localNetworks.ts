import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { SiteNetwork } from '../siteConfig.ts'

type LocalNetwork = {
  network: SiteNetwork
  /** All of its URLs that a page may call. */
  urls: readonly string[]
}

/** The families' chains in the manifest; an empty row is a family that the local network does not run. */
const families: Readonly<Record<Namespace, (manifest: DevnetManifest) => readonly LocalNetwork[]>> = {
  eip155: ({ chains }) =>
    chains.map(({ id, name, nativeCurrency, contracts, ...at }) => ({
      network: {
        ...network('eip155', id, { name, nativeCurrency, rpcUrl: at.rpcUrl }),
        // So that one can type a name in place of an address.
        ...(contracts.ensRegistry ? { contracts: { ensRegistry: { address: contracts.ensRegistry } } } : {}),
      },
      urls: [at.rpcUrl, at.wsUrl, at.bundlerUrl, at.paymasterUrl],
    })),
  solana: ({ solana }) =>
    solana
      ? [{ network: network('solana', solana.id, solana), urls: [solana.rpcUrl, solana.wsUrl, solana.faucetUrl] }]
      : [],
  polkadot: ({ polkadot }) =>
    polkadot
      ? [
          {
            network: { ...network('polkadot', polkadot.id, polkadot), addressPrefix: polkadot.ss58Prefix },
            urls: [polkadot.rpcUrl, polkadot.wsUrl, polkadot.faucetUrl],
          },
        ]
      : [],
  bip122: ({ bitcoin }) =>
    bitcoin
      ? [
          {
            network: network('bip122', bitcoin.id, { ...bitcoin, rpcUrl: bitcoin.esploraUrl }),
            urls: [bitcoin.esploraUrl, bitcoin.faucetUrl],
          },
        ]
      : [],
}

/** The networks of the local network's manifest, and the URLs that a page needs for them. */
export const localNetworks = (manifest: DevnetManifest): LocalNetwork[] =>
  namespaces.flatMap((namespace) => families[namespace](manifest))

function network(
  chainNamespace: Namespace,
  id: number | string,
  { name, nativeCurrency, rpcUrl }: Pick<SiteNetwork, 'name' | 'nativeCurrency'> & { rpcUrl: string },
): SiteNetwork {
  return {
    ...{ id, name, chainNamespace, nativeCurrency },
    caipNetworkId: `${chainNamespace}:${id}`,
    rpcUrls: { default: { http: [rpcUrl] } },
    testnet: true,
  }
}
