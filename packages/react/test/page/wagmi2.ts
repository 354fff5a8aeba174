import { connect, createConfig, disconnect, getAccount, http, signMessage, switchChain } from '@wagmi/core'
import { verifyMessage } from 'viem'
import { billfoldConnector } from '../../src/wagmi.ts'
import { message, type SiteOptions } from './wagmiSite.ts'

/** A site with wagmi 2. */
export function startWagmi2({ appKit, chains }: SiteOptions) {
  const config = createConfig({
    chains,
    connectors: [billfoldConnector(appKit)],
    transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
    multiInjectedProviderDiscovery: false,
  })
  return {
    async connect() {
      const { accounts, chainId } = await connect(config, { connector: config.connectors[0]! })
      return { accounts, chainId }
    },
    account() {
      const { address, chainId, status } = getAccount(config)
      return { address, chainId, status }
    },
    async sign() {
      const signature = await signMessage(config, { message })
      return verifyMessage({ address: getAccount(config).address!, message, signature })
    },
    switch: async () => (await switchChain(config, { chainId: chains[1].id })).id,
    leave: () => disconnect(config),
  }
}
