import { createAppKit } from '@billfold/react'
import { ledger } from '@billfold/react/ledger'
import { mainnet } from '@billfold/react/networks'

createAppKit({
  projectId: 'my-site',
  networks: [mainnet],
  connectors: [ledger()],
})
