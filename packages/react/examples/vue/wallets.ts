import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

export const appKit = createAppKit({
  projectId: 'billfold-local',
  apiUrl: 'http://127.0.0.1:4102',
  networks: [mainnet],
})
