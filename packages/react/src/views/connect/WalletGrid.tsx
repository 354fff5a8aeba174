import { findConnector } from '@billfold/core/features/connect/findConnector'
import { reachFrom } from '@billfold/core/features/walletConnect/platformsOf'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { selectWallet } from '@billfold/core/features/wallets/selectWallet'
import type { Wallet } from '@billfold/protocol/api/registry'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { nextIndex } from '../../ui/nextIndex.ts'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** Wallets as tiles; one Tab stop, arrows move. */
export function WalletGrid({ wallets }: { wallets: readonly Wallet[] }) {
  const text = useText().allWallets
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const at = Math.min(current, wallets.length - 1)
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const style = getComputedStyle(event.currentTarget)
    const columns = style.gridTemplateColumns.split(' ').length
    const to = nextIndex(event.key, at, wallets.length, { columns, rtl: style.direction === 'rtl' })
    if (to === undefined) return
    event.preventDefault()
    setCurrent(to)
    list.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <ul className="grid" ref={list} aria-label={text.list} data-testid="wallet-list" onKeyDown={onKeyDown}>
      {wallets.map((wallet, index) => (
        <li key={wallet.id}>
          <Tile wallet={wallet} tabIndex={index === at ? 0 : -1} onFocus={() => setCurrent(index)} />
        </li>
      ))}
    </ul>
  )
}

function Tile({ wallet, tabIndex, onFocus }: { wallet: Wallet; tabIndex: number; onFocus: () => void }) {
  const kit = useKit()
  const text = useText().connect
  const image = useSelect((state) => walletImageUrl(state, wallet))
  const { notes } = useArea(walletConnectTexts).noReach
  const installed = useSelect((state) => findConnector(state, wallet) !== undefined)
  const reason = useSelect((state) => reachFrom(state, wallet).reason)
  return (
    <button
      type="button"
      className="grid-item"
      tabIndex={tabIndex}
      data-testid={`wallet-search-item-${wallet.id}`}
      onFocus={onFocus}
      onClick={() => selectWallet(kit, { wallet })}
    >
      <WalletTile name={wallet.name} image={image} size={52} />
      <span className="grid-name" title={wallet.name}>
        <bdi>{wallet.name}</bdi>
      </span>
      {installed ? (
        <span className="grid-note">{text.installed}</span>
      ) : reason ? (
        <span className="grid-note grid-note-quiet">{notes[reason]}</span>
      ) : null}
    </button>
  )
}
