import { createAppKit } from '@billfold/react'
import { base, mainnet } from '@billfold/react/networks'

export const appKit = createAppKit({
  projectId: 'my-site',
  apiUrl: 'https://api.example.com',
  walletUrl: 'https://wallet.example.com',
  networks: [base, mainnet],
  features: { email: true, socials: ['google', 'apple', 'github'], passkey: true },
})
