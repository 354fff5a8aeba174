import { AppKitButton, createAppKit, useAppKitAccount } from '@billfold/react'
import { base, mainnet } from '@billfold/react/networks'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

createAppKit({ projectId: 'install', networks: [mainnet, base], apiUrl: location.origin })

function Page() {
  const { address } = useAppKitAccount()
  return createElement('main', null, createElement(AppKitButton), createElement('output', null, address ?? 'Nobody'))
}
createRoot(document.getElementById('root')).render(createElement(Page))
