import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

/** The least a React page with a dialog can weigh. */
function Page() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect Wallet
      </button>
      <dialog ref={dialog}>Connect a wallet</dialog>
    </>
  )
}
const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
