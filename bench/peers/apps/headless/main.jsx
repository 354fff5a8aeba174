import { createAppKit } from '@billfold/react'
import { useAppKitWallets } from '@billfold/react/headless'
import { arbitrum, mainnet } from '@billfold/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({
  projectId: '00000000000000000000000000000000',
  networks: [mainnet, arbitrum],
  metadata: { name: 'Bench', description: 'Bench', url: location.origin, icons: [] },
  apiUrl: location.origin,
  disableAppend: true,
})

/** A list of the page's own: one hook, and no part of the modal. */
function Wallets() {
  const { wallets, connect } = useAppKitWallets()
  return wallets.map((wallet) => (
    <button key={wallet.id} type="button" onClick={() => connect(wallet)}>
      {wallet.name}
    </button>
  ))
}
createRoot(document.getElementById('root')).render(<Wallets />)
