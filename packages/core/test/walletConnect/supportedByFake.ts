import type { SessionNamespaces } from '@billfold/protocol/wc/namespaces'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** The fake wallet's supported namespaces. */
export const supportedByFake: SessionNamespaces = {
  eip155: {
    accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_getCapabilities'],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: {
    accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
    methods: ['solana_signMessage'],
    events: [],
  },
}
