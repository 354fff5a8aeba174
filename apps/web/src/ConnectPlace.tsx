import { parse } from '@billfold/protocol/contract'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { AddressText } from './AddressText.tsx'
import type { AnnouncedWallet } from './announcedWallets.ts'
import { CopyButton } from './CopyButton.tsx'
import { connectedAccount } from './connectedAccount.ts'
import type { Store } from './createStore.ts'
import { formatAmount, toDecimal } from './formatAmount.ts'
import { Identicon } from './Identicon.tsx'
import { useStore } from './useStore.ts'
import { walletSentence } from './walletSentence.ts'

const accounts = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)))
const amount = z.string().check(z.regex(/^0x[0-9a-fA-F]+$/))

type Visit =
  | { phase: 'choosing'; sentence?: string }
  | { phase: 'asking'; wallet: AnnouncedWallet; slow: boolean }
  | { phase: 'connected'; wallet: AnnouncedWallet; address: string }

/** The place of the connect button: the wallets this page hears, and a thin real path through one to its chain. */
export function ConnectPlace({ wallets }: { wallets: Store<readonly AnnouncedWallet[]> }) {
  const heard = useStore(wallets)
  const [visit, setVisit] = useState<Visit>({ phase: 'choosing' })
  const attempt = useRef(0)
  const place = useRef<HTMLElement>(null)
  const shown = useRef(visit.phase)

  useEffect(() => {
    // What had the focus is gone with the old phase: keep a keyboard's user in this place.
    if (shown.current !== visit.phase) place.current?.focus({ preventScroll: true })
    shown.current = visit.phase
  }, [visit.phase])

  async function connect(wallet: AnnouncedWallet): Promise<void> {
    const mine = ++attempt.current
    const isMine = () => mine === attempt.current
    setVisit({ phase: 'asking', wallet, slow: false })
    const slow = setTimeout(() => isMine() && setVisit({ phase: 'asking', wallet, slow: true }), 10_000)
    try {
      const [address] = parse(accounts, await wallet.provider.request({ method: 'eth_requestAccounts' }))
      if (!isMine()) return
      if (address) show(wallet, address)
      else leave(`${wallet.name} shared no address. Nothing is connected.`)
    } catch (e) {
      if (isMine()) leave(walletSentence(e, wallet.name))
    } finally {
      clearTimeout(slow)
    }
  }

  function show(wallet: AnnouncedWallet, address: string): void {
    connectedAccount.set(address)
    setVisit({ phase: 'connected', wallet, address })
  }

  function leave(sentence?: string): void {
    attempt.current++
    connectedAccount.set(null)
    setVisit(sentence ? { phase: 'choosing', sentence } : { phase: 'choosing' })
  }

  return (
    <section ref={place} id="connect" className="connect" aria-labelledby="connect-title" tabIndex={-1}>
      {visit.phase === 'choosing' && <Choosing wallets={heard} sentence={visit.sentence} connect={connect} />}
      {visit.phase === 'asking' && <Asking wallet={visit.wallet} slow={visit.slow} cancel={() => leave()} />}
      {visit.phase === 'connected' && (
        <Connected
          wallet={visit.wallet}
          address={visit.address}
          moved={(next) => show(visit.wallet, next)}
          leave={leave}
        />
      )}
    </section>
  )
}

type ChoosingProps = {
  wallets: readonly AnnouncedWallet[]
  sentence: string | undefined
  connect: (wallet: AnnouncedWallet) => void
}

function Choosing({ wallets, sentence, connect }: ChoosingProps) {
  return (
    <>
      <h2 id="connect-title">Connect a wallet</h2>
      {wallets.length === 0 && (
        <p className="quiet">
          No wallet has announced itself in this browser yet. Install one, or unlock yours: it appears here by itself.
        </p>
      )}
      <ul className="wallets" data-testid="connect-button">
        {wallets.map((wallet) => (
          <li key={wallet.uuid}>
            <button
              type="button"
              className="wallet"
              onClick={() => connect(wallet)}
              data-testid={`wallet-selector-${wallet.rdns}`}
            >
              <WalletTile wallet={wallet} />
              <span>{wallet.name}</span>
              <span className="tag">installed</span>
            </button>
          </li>
        ))}
      </ul>
      {wallets.length > 0 && (
        <p className="quiet">The page asked which wallets are here (EIP-6963), and lists those that answered.</p>
      )}
      <p role="status" className="caution">
        {sentence}
      </p>
    </>
  )
}

function Asking({ wallet, slow, cancel }: { wallet: AnnouncedWallet; slow: boolean; cancel: () => void }) {
  return (
    <>
      <h2 id="connect-title">Confirm in {wallet.name}</h2>
      <div className="asking">
        <span className="ring">
          <WalletTile wallet={wallet} />
        </span>
        <p role="status">
          {slow
            ? `Still waiting. ${wallet.name} may be behind this window, or locked.`
            : `${wallet.name} asks whether this page may see your address.`}
        </p>
      </div>
      <button type="button" className="button button-quiet" onClick={cancel}>
        Stop waiting
      </button>
    </>
  )
}

type ConnectedProps = {
  wallet: AnnouncedWallet
  address: string
  moved: (address: string) => void
  leave: (sentence?: string) => void
}

function Connected({ wallet, address, moved, leave }: ConnectedProps) {
  const balance = useBalance(wallet, address)
  useEffect(() => {
    const { provider } = wallet
    const changed = (value: unknown) => {
      const next = z.safeParse(accounts, value)
      if (next.success && next.data[0]) moved(next.data[0])
      else leave(`${wallet.name} disconnected.`)
    }
    provider.on?.('accountsChanged', changed)
    return () => provider.removeListener?.('accountsChanged', changed)
  }, [wallet, moved, leave])

  function disconnect(): void {
    // Many wallets cannot be told; forgetting the address here is what the page itself can promise.
    wallet.provider
      .request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
      .catch(() => undefined)
    leave()
  }

  return (
    <>
      <h2 id="connect-title">Connected with {wallet.name}</h2>
      <p
        className="figure"
        title={typeof balance === 'bigint' ? `${toDecimal(balance, 18)} ETH` : undefined}
        data-testid="balance"
      >
        {typeof balance === 'bigint' ? formatAmount(balance, 18) : '–'} <span className="unit">ETH</span>
      </p>
      {balance === 'unknown' && <p className="caution">The wallet could not read the balance. It is asked again.</p>}
      <div className="account" data-testid="account-button">
        <Identicon address={address} />
        <AddressText address={address} />
        <CopyButton text={address} label="Copy the address" />
      </div>
      <button type="button" className="button button-quiet" onClick={disconnect} data-testid="disconnect-button">
        Disconnect
      </button>
    </>
  )
}

/** The balance as the wallet's own chain tells it, asked every few seconds; `unknown` while the wallet cannot say. */
function useBalance(wallet: AnnouncedWallet, address: string): bigint | 'unknown' | null {
  const [balance, setBalance] = useState<bigint | 'unknown' | null>(null)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    async function read(): Promise<void> {
      const request = wallet.provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })
      const late = new Promise<never>((_, reject) => setTimeout(reject, 5_000))
      const next = await Promise.race([request, late])
        .then(
          (value) => BigInt(parse(amount, value)),
          () => 'unknown' as const,
        )
        .catch(() => 'unknown' as const)
      if (gone) return
      setBalance(next)
      timer = setTimeout(read, 3_000)
    }
    void read()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [wallet, address])
  return balance
}

function WalletTile({ wallet: { name, icon } }: { wallet: AnnouncedWallet }) {
  if (icon) return <img className="tile" src={icon} alt="" width="40" height="40" />
  return (
    <span className="tile tile-letter" aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  )
}
