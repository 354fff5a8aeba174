const domains = [
  'arbitrum.io aurora.dev avax.network avax-test.network base.org berachain.com bnbchain.org celo.org cloudflare-eth.com',
  'drpc.org gnosischain.com kaia.io klaytn.net linea.build llamarpc.com mantle.xyz merkle.io optimism.io polygon-rpc.com',
  'publicnode.com reth.rs scroll.io sei-apis.com solana.com thirdweb.com unichain.org zkevm-rpc.com zksync.dev zksync.io',
  'zora.energy',
].join(' ')

// A longer path, or a query, contains an API key.
const pattern = new RegExp(
  `^https://([\\w-]+\\.)*(${domains.replace(/\./g, '\\.').replace(/ /g, '|')})(:\\d+)?(/[\\w/]{0,15})?$`,
)

/** Whether a URL is a public node from the chain lists, not one chosen for this site. */
export const isPublicNode = (url: string): boolean => pattern.test(url)
