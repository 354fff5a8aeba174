import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

// The minimum: React, a button, the browser's own dialog and a list as long as the kits'.
const wallets = ['WalletConnect', 'MetaMask', 'Rainbow', 'Coinbase Wallet', 'Trust', 'Phantom', 'Ledger', 'Zerion']

function Page() {
  const dialog = useRef(null)
  return (
    <>
      <button type="button" id="connect" onClick={() => dialog.current.showModal()}>
        Connect Wallet
      </button>
      <dialog ref={dialog} aria-label="Connect a wallet">
        <ul>
          {wallets.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      </dialog>
    </>
  )
}
createRoot(document.getElementById('root')).render(<Page />)
