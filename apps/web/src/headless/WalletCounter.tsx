import { qrCode, useAppKitWallets, type WalletItem } from '@billfold/react/headless'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Arrived } from './Arrived.tsx'

/**
 * The wallet: the first few, a search through all of them, or a code for a phone. `wasLeft`: there was an account
 * before.
 */
export function WalletCounter({ wasLeft }: { wasLeft: RefObject<boolean> }) {
  const { wallets, wcWallets, connect, connectingWallet, connectError, wcUri, resetWcUri, ...list } = useAppKitWallets()
  const [search, setSearch] = useState('')
  const find = (text: string) => {
    setSearch(text)
    void list.fetchWallets(text.trim() === '' ? {} : { search: text })
  }
  // `connectError` has the error.
  const choose = (wallet: WalletItem) => void connect(wallet).catch(() => undefined)
  const field = useRef<HTMLInputElement>(null)
  const isAway = connectingWallet !== undefined && !connectingWallet.isInjected
  useEffect(() => {
    // After a code or an account, the focus returns here.
    if (!isAway && wasLeft.current) field.current?.focus()
    wasLeft.current = isAway
  }, [isAway, wasLeft])
  if (isAway)
    return (
      <Arrived label="QR code" className="slip code">
        <h2>Scan with {connectingWallet.name}</h2>
        {wcUri ? <Code uri={wcUri} /> : <p role="status">Making a code…</p>}
        <button type="button" data-testid="headless-back" onClick={resetWcUri}>
          Back
        </button>
      </Arrived>
    )
  const shown = search.trim() === '' ? wallets : wcWallets
  return (
    <section className="slip" aria-label="Wallets">
      <label>
        Find a wallet
        <input
          ref={field}
          data-testid="headless-search"
          type="search"
          value={search}
          onChange={(e) => find(e.target.value)}
        />
      </label>
      {connectingWallet ? <p role="status">Confirm in {connectingWallet.name}</p> : null}
      {connectError ? (
        <p role="alert" data-testid="headless-error">
          {connectError === 'user_rejected' ? 'You rejected the request. Nothing was connected.' : 'That did not work.'}
        </p>
      ) : null}
      <ul>
        {shown.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" data-testid={`headless-wallet-${wallet.name}`} onClick={() => choose(wallet)}>
              <span>{wallet.name}</span>
              <small>{wallet.isInjected ? 'installed' : wallet.isRecent ? 'recent' : 'QR code'}</small>
            </button>
          </li>
        ))}
      </ul>
      {list.isFetchingWallets ? <p role="status">Looking…</p> : null}
      {search && !list.isFetchingWallets && shown.length === 0 ? <p>No wallet of that name.</p> : null}
    </section>
  )
}

function Code({ uri }: { uri: string }) {
  const { size, path } = qrCode(uri)
  const quiet = 4
  return (
    <svg
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
      role="img"
      aria-label="QR code to connect"
      data-testid="headless-code"
      data-uri={uri}
    >
      <path d={path} />
    </svg>
  )
}
