import { push } from '@billfold/core/features/modal/navigate'
import { showNotice } from '@billfold/core/features/notice/showNotice'
import { walletGrid } from '@billfold/core/features/wallets/walletGrid'
import { walletSearchQuery, walletsQuery } from '@billfold/core/features/wallets/walletsQuery'
import { useEffect, useRef, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { useKitPages, useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ListFailed } from '../shared/ListFailed.tsx'
import { WalletGrid } from './WalletGrid.tsx'

const typingMs = 500
const minimumLength = 2

/** Every wallet of the registry, page by page, or those of a name. */
export function AllWalletsView() {
  const kit = useKit()
  const text = useText()
  const [search, setSearch] = useKept('allWallets.search', '')
  const [certified, setCertified] = useKept('allWallets.certified', false)
  const settled = useSettled(search.trim(), typingMs)
  // Elsewhere the list of wallets begins with it.
  const offersCode = useSelect((state) => state.options.enableWalletConnect && state.device.mobile)
  const certify = (on: boolean) => {
    setCertified(on)
    if (on) showNotice(kit, 'onlyCertified')
  }
  return (
    <div className="stack">
      <div className="search-bar">
        <SearchField label={text.allWallets.search} clearLabel={text.shell.clear} value={search} onChange={setSearch} />
        {offersCode ? (
          <IconButton
            icon="qr"
            label={text.connect.qrCode}
            data-testid="all-wallets-qr-code"
            onClick={() => push(kit, { name: 'ConnectingWalletConnect' })}
          />
        ) : null}
      </div>
      <Switch checked={certified} onChange={certify} label={text.allWallets.certified} testId="wui-certified-switch">
        <Icon name="seal" />
        <span className="switch-label">{text.allWallets.certified}</span>
      </Switch>
      {settled.length >= minimumLength ? (
        <Found search={settled} certified={certified} onAll={() => certify(false)} onClear={() => setSearch('')} />
      ) : (
        <Pages certified={certified} onAll={() => certify(false)} />
      )}
    </div>
  )
}

type Wanted = { certified: boolean; onAll: () => void }

function Found({ search, certified, onAll, onClear }: Wanted & { search: string; onClear: () => void }) {
  const text = useText().allWallets
  const { data, isError, refetch } = useKitQuery(walletSearchQuery(useKit(), { search, certified }))
  const results = isError ? undefined : data
  const wallets = useSelect((state) => walletGrid(state, results ?? []))
  return (
    <>
      <p className="visually-hidden" role="status">
        {wallets.length > 0 ? text.found(wallets.length) : null}
      </p>
      {isError ? <Failed onRetry={refetch} /> : null}
      {results || isError ? null : <Waiting />}
      {results?.length === 0 ? (
        <None certified={certified} onAll={onAll} text={text.noneText} onClear={onClear} />
      ) : null}
      {results && results.length > 0 ? <WalletGrid wallets={wallets} /> : null}
    </>
  )
}

function Pages({ certified, onAll }: Wanted) {
  const list = useKitPages(walletsQuery(useKit(), { certified }))
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = list
  const wallets = useSelect((state) => walletGrid(state, data?.pages.flatMap((page) => page.data) ?? []))
  const sentinel = useRef<HTMLDivElement>(null)
  const more = useRef(() => {})
  more.current = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }
  const count = wallets.length
  // Observed again after each page: a sentinel that never leaves the screen reports only once.
  useEffect(() => {
    if (!sentinel.current || count === 0) return
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && more.current())
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [count])
  if (isError && !data) return <Failed onRetry={refetch} />
  if (!data) return <Waiting />
  if (count === 0) return <None certified={certified} onAll={onAll} />
  return (
    <>
      <WalletGrid wallets={wallets} />
      {isFetchingNextPage ? <Waiting count={4} /> : null}
      {isFetchNextPageError && !isFetchingNextPage ? <Failed onRetry={fetchNextPage} /> : null}
      <div ref={sentinel} className="sentinel" />
    </>
  )
}

/** No wallet is like that: where only certified ones were wanted, the way to the others. */
function None({ certified, onAll, text, onClear }: Wanted & { text?: string; onClear?: () => void }) {
  const { allWallets: words, shell } = useText()
  if (!certified)
    return (
      <Nothing icon="search" title={words.none} text={text} testId="no-wallet-found">
        {onClear ? (
          <Button size="s" data-testid="all-wallets-clear" onClick={onClear}>
            {shell.clear}
          </Button>
        ) : null}
      </Nothing>
    )
  return (
    <Nothing icon="search" title={words.noneCertified} testId="no-wallet-found">
      <Button size="s" data-testid="all-wallets-show-all" onClick={onAll}>
        {words.showAll}
      </Button>
    </Nothing>
  )
}

function Failed({ onRetry }: { onRetry: () => unknown }) {
  const text = useText().allWallets
  return <ListFailed title={text.failed} text={text.failedText} onRetry={onRetry} />
}

const Waiting = ({ count = 16 }: { count?: number }) => (
  <div className="grid" aria-busy="true">
    <Skeleton shape="tile" count={count} />
  </div>
)

/** The value once it has not changed for `ms`. */
function useSettled(value: string, ms: number): string {
  const { clock } = useKit().ports
  const [settled, setSettled] = useState(value)
  useEffect(() => clock.after(ms, () => setSettled(value)), [clock, ms, value])
  return value.length < minimumLength ? value : settled
}
