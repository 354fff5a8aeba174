import { createAppKit } from '@billfold/react'
import { baseAccount } from '@billfold/react/base-account'
import { base } from '@billfold/react/networks'

createAppKit({
  projectId: 'my-site',
  networks: [base],
  connectors: [baseAccount()],
})
