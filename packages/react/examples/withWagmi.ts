import { createAppKit } from '@billfold/react'
import { mainnet as network } from '@billfold/react/networks'
import { billfoldConnector } from '@billfold/react/wagmi'
import { createConfig, http } from '@wagmi/core'
import { mainnet } from 'viem/chains'

const appKit = createAppKit({ projectId: 'my-site', apiUrl: 'https://api.example.com', networks: [network] })

export const config = createConfig({
  chains: [mainnet],
  connectors: [billfoldConnector(appKit)],
  transports: { [mainnet.id]: http('https://rpc.example.com/ethereum') },
  multiInjectedProviderDiscovery: false,
})
