import { type AppKitNetwork, defineChain, mainnet, solana } from '@billfold/appkit-compat/networks'

/** Settings that differ per site and come with the page: here from its server. */
declare global {
  var site: { projectId: string; chainId?: number; solanaId?: string } | undefined
}
const { projectId: named = 'my-site', chainId = mainnet.id, solanaId = solana.id } = globalThis.site ?? {}

export const projectId = named
export const metadata = {
  name: 'My site',
  description: 'A site that was made with AppKit',
  url: globalThis.location?.origin ?? 'https://example.com',
  icons: [],
}

const home = defineChain({
  id: chainId,
  caipNetworkId: `eip155:${chainId}`,
  chainNamespace: 'eip155',
  name: 'Home',
  nativeCurrency: mainnet.nativeCurrency,
  rpcUrls: { default: { http: [] } },
})
export const networks: [AppKitNetwork, ...AppKitNetwork[]] = [home, mainnet]
export const solanaNetworks: [AppKitNetwork, ...AppKitNetwork[]] = [
  defineChain({
    ...solana,
    id: solanaId,
    caipNetworkId: `solana:${solanaId}`,
    name: 'Home',
    rpcUrls: { default: { http: [] } },
  }),
]
