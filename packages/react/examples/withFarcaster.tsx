import { AppKitButton, createAppKit, useAppKitAccount } from '@billfold/react'
import { base, mainnet } from '@billfold/react/networks'

createAppKit({
  projectId: 'my-site',
  apiUrl: 'https://api.example.com',
  walletUrl: 'https://wallet.example.com',
  networks: [base, mainnet],
  features: { email: false, socials: ['farcaster'] },
})

export function Profile() {
  const { embeddedWalletInfo } = useAppKitAccount()
  if (embeddedWalletInfo?.authProvider !== 'farcaster') return <AppKitButton />
  return <p>Signed in as {embeddedWalletInfo.user?.username}</p>
}
