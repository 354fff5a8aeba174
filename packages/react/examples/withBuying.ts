import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

const appKit = createAppKit({
  projectId: 'my-site',
  networks: [mainnet],
  features: { onramp: true }, // the default; false hides everything about buying
})

export const buy = () => appKit.open({ view: 'OnRampProviders' })

export const stop = appKit.subscribeEvents(({ data }) => {
  if (data.event === 'SELECT_BUY_PROVIDER') console.log('Paying at', data.properties)
})
