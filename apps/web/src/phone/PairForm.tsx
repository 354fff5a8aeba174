import type { WalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import { type FormEvent, useState } from 'react'
import { Scanner } from './Scanner.tsx'
import { canScan } from './scanCode.ts'

type State = { kind: 'idle' } | { kind: 'pairing' } | { kind: 'failed'; why: string }

/** Takes a pairing link: pasted, or scanned if the browser can. */
export function PairForm({ wallet }: { wallet: WalletConnectWallet }) {
  const [uri, setUri] = useState('')
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [isScanning, setScanning] = useState(false)

  async function pair(link: string): Promise<void> {
    setScanning(false)
    setState({ kind: 'pairing' })
    try {
      await wallet.pair(link.trim())
      setUri('')
      setState({ kind: 'idle' })
    } catch (e) {
      setState({ kind: 'failed', why: e instanceof Error ? e.message : String(e) })
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pair(uri)
  }

  return (
    <form className="phone-pair" onSubmit={submit}>
      <label htmlFor="pairing-link">Connect to a site</label>
      <input
        id="pairing-link"
        data-testid="phone-uri"
        value={uri}
        onChange={(e) => setUri(e.target.value)}
        placeholder="Paste a wc: link"
        autoComplete="off"
        spellCheck={false}
        aria-describedby="pairing-outcome"
      />
      <div className="phone-actions">
        <button
          type="submit"
          className="button"
          data-testid="phone-pair"
          disabled={state.kind === 'pairing' || !uri.trim()}
        >
          {state.kind === 'pairing' ? 'Connecting…' : 'Connect'}
        </button>
        {canScan() && (
          <button type="button" className="button button-quiet" onClick={() => setScanning(!isScanning)}>
            {isScanning ? 'Stop scanning' : 'Scan QR'}
          </button>
        )}
      </div>
      <p id="pairing-outcome" role="alert" className="danger">
        {state.kind === 'failed' && state.why}
      </p>
      {isScanning && (
        <Scanner
          onFound={(link) => void pair(link)}
          onFailed={(why) => {
            setScanning(false)
            setState({ kind: 'failed', why })
          }}
        />
      )}
    </form>
  )
}
