import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

const appKit = createAppKit({ projectId: 'my-site', apiUrl: 'https://api.example.com', networks: [mainnet] })

appKit.subscribeAccount(({ address }) => {
  document.title = address ?? 'Not connected'
})
