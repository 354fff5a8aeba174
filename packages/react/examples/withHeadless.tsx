import { createAppKit, useAppKitAccount, useDisconnect } from '@billfold/react'
import { qrCode, useAppKitBalances, useAppKitWallets, type WalletItem } from '@billfold/react/headless'
import { mainnet } from '@billfold/react/networks'
import { useState } from 'react'

createAppKit({
  projectId: 'my-site',
  apiUrl: 'https://api.example.com',
  relayUrl: 'wss://relay.example.com',
  networks: [mainnet],
  // No dialog on this page, and no view that opens by itself on a network that is not in `networks`.
  disableAppend: true,
  allowUnsupportedChain: true,
})

export function Connect() {
  const { wallets, wcWallets, fetchWallets, connect, connectingWallet, connectError, wcUri, resetWcUri } =
    useAppKitWallets()
  const [search, setSearch] = useState('')
  // How it ended is in `connectError`; `connect` rejects as well, for code that awaits it.
  const choose = (wallet: WalletItem) => void connect(wallet).catch(() => undefined)
  if (wcUri)
    return (
      <>
        <Code text={wcUri} />
        <button type="button" onClick={resetWcUri}>
          Back
        </button>
      </>
    )
  return (
    <>
      <input
        type="search"
        value={search}
        onChange={({ target: { value } }) => {
          setSearch(value)
          void fetchWallets({ search: value })
        }}
      />
      {connectingWallet ? <p>Confirm in {connectingWallet.name}</p> : null}
      {connectError === 'user_rejected' ? <p>You rejected the request.</p> : null}
      {(search ? wcWallets : wallets).map((wallet) => (
        <button key={wallet.id} type="button" onClick={() => choose(wallet)}>
          {wallet.name}
        </button>
      ))}
    </>
  )
}

function Code({ text }: { text: string }) {
  const { size, path } = qrCode(text)
  return (
    <svg viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label="Scan with your wallet">
      <path d={path} />
    </svg>
  )
}

export function Account() {
  const { address } = useAppKitAccount()
  const { balances, total, isLoading } = useAppKitBalances()
  const { disconnect } = useDisconnect()
  return (
    <>
      <p>{address}</p>
      <p>{isLoading ? '…' : `$${(total ?? 0).toFixed(2)}, ${balances.length} tokens`}</p>
      <button type="button" onClick={() => void disconnect()}>
        Disconnect
      </button>
    </>
  )
}
