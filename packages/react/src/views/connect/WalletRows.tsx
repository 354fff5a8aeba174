import { selectConnector } from '@billfold/core/features/connect/selectConnector'
import { push } from '@billfold/core/features/modal/navigate'
import { allWalletsRow, type ConnectRow, connectList } from '@billfold/core/features/wallets/connectList'
import { connectorImageUrl, walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { selectWallet } from '@billfold/core/features/wallets/selectWallet'
import type { Kit } from '@billfold/core/kit'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import type { Listed } from './RegistryLists.tsx'

/** Asking takes more code than drawing, and comes after it. */
export const RegistryLists = lazyPart(async () => (await import('./RegistryLists.tsx')).RegistryLists, Unlisted)

const unasked: Listed = { isLoading: true }
const unlisted: Listed = { featured: [], recommended: [], isLoading: false }

/** The wallets to connect with, in the site's order, then the way to all others. */
export function WalletRows({ disabled }: { disabled: boolean }) {
  const text = useText()
  const [listed, setListed] = useState(unasked)
  const rows = useRows(listed)
  return (
    <ul className="rows" aria-label={text.connect.wallets}>
      {rows.map((row) => (
        <li key={keyOf(row)} aria-hidden={row.kind === 'awaited' || undefined}>
          {row.kind === 'walletConnect' ? (
            <WalletConnectRow disabled={disabled} />
          ) : row.kind === 'awaited' ? (
            <Skeleton shape="row" />
          ) : (
            <WalletRow
              row={row}
              note={'wallet' in row ? listed.notes?.[row.wallet.id] : undefined}
              disabled={disabled}
            />
          )}
        </li>
      ))}
      <AllWalletsRow listed={listed} disabled={disabled} />
      <ListsOnceDrawn tell={setListed} />
    </ul>
  )
}

/** The rows, rendered again only when their data has changed: a dialog that opens has nothing to render again. */
function useRows(listed: Listed): readonly ConnectRow[] {
  const namespace = useSelect((state) => state.modal.namespace)
  const parts = useSelect(({ connectors, recents, options, device, account }) => ({
    connectors,
    recents,
    options,
    device,
    account,
  }))
  return useMemo(() => connectList({ ...parts, modal: { namespace } }, listed), [parts, namespace, listed])
}

/** Fetches once the rows have been on the screen; its own component, so that they do not render again for that. */
function ListsOnceDrawn({ tell }: { tell: (listed: Listed) => void }) {
  const isDrawn = useDrawn(useKit())
  if (!isDrawn) return null
  return (
    <Suspense>
      <RegistryLists tell={tell} />
    </Suspense>
  )
}

/** The list without the registry: nothing is waited for. */
function Unlisted({ tell }: { tell: (listed: Listed) => void }) {
  useEffect(() => tell(unlisted), [tell])
  return null
}

/** Whether what is here has been on the screen. */
function useDrawn(kit: Kit): boolean {
  const [isDrawn, setDrawn] = useState(false)
  const isOpen = useSelect((state) => state.modal.open)
  useEffect(() => {
    if (!isOpen) return
    let isGone = false
    void kit.ports.page.painted().then(() => isGone || setDrawn(true))
    return () => {
      isGone = true
    }
  }, [kit, isOpen])
  return isDrawn
}

const keyOf = (row: ConnectRow): string =>
  row.kind === 'walletConnect'
    ? row.kind
    : row.kind === 'awaited'
      ? `${row.of}/${row.at}`
      : 'connector' in row
        ? `${row.connector.id}/${row.connector.namespace}`
        : `${row.kind}/${row.wallet.id}`

/** Any wallet at all, by a code for its camera. */
function WalletConnectRow({ disabled }: { disabled: boolean }) {
  const kit = useKit()
  const text = useText()
  return (
    <ListRow
      lead={
        <span className="row-icon">
          <Icon name="qr" />
        </span>
      }
      title={text.titles.ConnectingWalletConnect}
      tail={<Tag>{text.connect.qrCode}</Tag>}
      disabled={disabled}
      data-testid="wallet-selector-walletconnect"
      onClick={() => push(kit, { name: 'ConnectingWalletConnect' })}
    />
  )
}

type KnownWallet = Exclude<ConnectRow, { kind: 'walletConnect' | 'awaited' }>

function WalletRow({ row, note, disabled }: { row: KnownWallet; note: string | undefined; disabled: boolean }) {
  const kit = useKit()
  const text = useText()
  const image = useSelect((state) => {
    const url = 'connector' in row ? connectorImageUrl(state, row.connector) : walletImageUrl(state, row.wallet)
    // Prerendered, it fetches no images.
    return state.modal.open || url?.startsWith('data:') ? url : undefined
  })
  const { name } = 'connector' in row ? row.connector : row.wallet
  const tag = 'tag' in row ? row.tag : undefined
  const isFound = row.kind === 'injected'
  return (
    <ListRow
      className={isFound ? 'row-found' : undefined}
      lead={<WalletTile name={name} image={image} size={isFound ? 48 : 40} />}
      title={name}
      tail={
        tag ? (
          <Tag tone={tag === 'recent' ? 'quiet' : 'accent'}>{text.connect[tag]}</Tag>
        ) : note ? (
          <Tag>{note}</Tag>
        ) : undefined
      }
      disabled={disabled}
      data-testid={handleOf(row)}
      onClick={() => ('connector' in row ? selectConnector(kit, row) : selectWallet(kit, row))}
    />
  )
}

function handleOf(row: KnownWallet): string {
  if (row.kind === 'injected') return `wallet-selector-${row.connector.id}`
  return `wallet-selector-${row.kind}-${'connector' in row ? row.connector.id : row.wallet.id}`
}

function AllWalletsRow({ listed: { count, isLoading, logos }, disabled }: { listed: Listed; disabled: boolean }) {
  const kit = useKit()
  const text = useText()
  const { shown, label } = useSelect((state) => allWalletsRow(state, count))
  if (!shown) return null
  const open = () => {
    kit.store.send({ type: 'wallet/allClicked' })
    push(kit, { name: 'AllWallets' })
  }
  return (
    <li>
      <ListRow
        lead={<span className="row-icon">{logos ?? <Icon name="grid" />}</span>}
        title={text.connect.allWallets}
        tail={
          // As wide while the count is awaited as with it.
          <span className="row-count">
            {isLoading ? (
              <Spinner size={16} />
            ) : label ? (
              <Tag>
                <bdi>{label}</bdi>
              </Tag>
            ) : null}
          </span>
        }
        disabled={disabled}
        data-testid="all-wallets"
        onClick={open}
      />
    </li>
  )
}
