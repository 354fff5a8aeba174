import { WagmiAdapter } from '@billfold/appkit-compat/adapter-wagmi'
import { base, mainnet } from '@billfold/appkit-compat/networks'
import { createAppKit } from '@billfold/react'
import { billfoldConnector } from '@billfold/react/wagmi'
import { type Config, createConfig } from '@wagmi/core'
import { type Chain, http } from 'viem'

const appKit = createAppKit({ projectId: 'p', networks: [mainnet, base] })
export const chain: Chain = mainnet
export const config: Config = createConfig({
  chains: [mainnet, base],
  connectors: [billfoldConnector(appKit)],
  transports: { [mainnet.id]: http(), [base.id]: http() },
})
export const moved: Config = new WagmiAdapter({ networks: [mainnet, base], projectId: 'p' }).wagmiConfig
// @ts-expect-error: a connector needs its kit
createConfig({ chains: [mainnet], connectors: [billfoldConnector()], transports: { [mainnet.id]: http() } })
