import { AppKitButton, createAppKit } from '@billfold/react'
import { mainnet, solana } from '@billfold/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({ projectId: 'size', networks: [mainnet, solana], metadata: metadata() })
const root = document.getElementById('root')
if (root) createRoot(root).render(<AppKitButton />)

function metadata() {
  return { name: 'Size', description: 'A page that is weighed', url: location.origin, icons: [] }
}
