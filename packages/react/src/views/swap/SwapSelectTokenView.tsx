import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { goBack } from '@billfold/core/features/modal/navigate'
import { tokenQuery } from '@billfold/core/features/send/chainQueries'
import { suggestedOf } from '@billfold/core/features/swap/swapTokensQuery'
import type { View } from '@billfold/core/model/modal'
import type { SwapAsset } from '@billfold/core/model/swap'
import { caipAddress } from '@billfold/protocol/caip'
import { isCountable } from '@billfold/protocol/decimalOf'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatAmount } from '../../ui/formatAmount.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { OddToken } from '../send/OddToken.tsx'
import { TokenName } from '../send/TokenName.tsx'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { TokenTile } from '../shared/TokenTile.tsx'
import { type SwapForm, useSwapForm } from './useSwapForm.ts'

type Row = SwapAsset & { amount?: bigint; isListed?: boolean }

/** Chooses a token: what the account has, what the network knows, or any by its address, with a warning. */
export function SwapSelectTokenView({ view }: { view: Extract<View, { name: 'SwapSelectToken' }> }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const form = useSwapForm()
  const [search, setSearch] = useKept('swap token search', '')
  const own = useOwn(form)
  const all = form.tokens.data ?? []
  const wanted = search.trim().toLowerCase()
  const fits = ({ name, symbol, address = '' }: Row) =>
    [name, symbol, address].some((part) => part.toLowerCase().includes(wanted))
  const isSame = (a: SwapAsset, b: SwapAsset) => sameAddress(form.networkId, a.address, b.address)
  // Choosing the paid token as output swaps the sides, which needs an output to swap with.
  const isTaken = (row: Row) => view.side === 'to' && !form.to && form.from !== undefined && isSame(row, form.from)
  const mine = own.filter((token) => fits(token) && !isTaken(token))
  const others = all.filter((token) => fits(token) && !isTaken(token) && !own.some((each) => isSame(each, token)))
  const unknown = useUnknown(form, search, mine.length + others.length === 0)
  const choose = ({ amount: _, ...asset }: Row) => {
    kit.store.send({ type: 'swap/edited', change: view.side === 'from' ? { from: asset } : { to: asset } })
    setSearch('')
    goBack(kit)
  }
  return (
    <div className="stack">
      <SearchField
        label={text.search}
        clearLabel={text.clear}
        value={search}
        onChange={setSearch}
        testId="swap-select-token-search-input"
      />
      {wanted === '' ? (
        <div className="swap-chips">
          {suggestedOf(all.filter((token) => !isTaken(token))).map((token) => (
            <button key={token.address ?? ''} type="button" className="swap-chip" onClick={() => choose(token)}>
              <TokenTile token={token} image={token.imageUrl} size={24} />
              <bdi>{token.symbol}</bdi>
            </button>
          ))}
        </div>
      ) : null}
      <Section title={text.yours} rows={mine} onChoose={choose} />
      <Section title={text.tokens} rows={others} onChoose={choose} />
      {unknown.data ? (
        <>
          <div className="callout" data-testid="swap-token-imported">
            <div>
              <p>{text.imported}</p>
              <Address value={unknown.data.address} whole />
            </div>
          </div>
          {isCountable(unknown.data) ? (
            <Section title={text.tokens} rows={[unknown.data]} onChoose={choose} />
          ) : (
            <OddToken decimals={unknown.data.decimals} />
          )}
        </>
      ) : null}
      {mine.length + others.length === 0 && !unknown.data && !unknown.isFetching ? (
        <EmptyState icon="search" title={text.none} text={text.noneText} />
      ) : null}
    </div>
  )
}

function Section({ title, rows, onChoose }: { title: string; rows: readonly Row[]; onChoose: (row: Row) => void }) {
  const { tag } = useContext(LocaleContext)
  const { labelOf } = useTokenLabel()
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="heading">{title}</h2>
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.address ?? ''}>
            <ListRow
              lead={<TokenTile token={row} image={row.imageUrl} />}
              title={<TokenName token={row} />}
              detail={<bdi>{labelOf(row)}</bdi>}
              tail={row.amount === undefined ? undefined : formatAmount(row.amount, row.decimals, tag)}
              data-testid={`swap-select-token-item-${row.symbol}`}
              onClick={() => onChoose(row)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useOwn({ networkId, source, tokens }: SwapForm): readonly Row[] {
  const kit = useKit()
  const own = caipAddress(networkId, source.address || 'none')
  const { data = [] } = useKitQuery({ ...balancesQuery(kit, { address: own }), enabled: source.address !== '' })
  return data.map(({ address, name, symbol, decimals, amount, iconUrl, isListed }) => {
    const listed = tokens.data?.find((token) => sameAddress(networkId, token.address, address))
    return {
      ...(address ? { address } : {}),
      name,
      symbol,
      decimals,
      amount,
      ...(iconUrl ? { imageUrl: iconUrl } : {}),
      ...(isListed === false && !listed ? { isListed } : {}),
      ...listed,
    }
  })
}

/** A token that no list names, read from the chain. */
function useUnknown({ networkId, source }: SwapForm, search: string, isWanted: boolean) {
  const kit = useKit()
  const address = /^0x[0-9a-fA-F]{40}$/.test(search.trim()) ? search.trim() : undefined
  return useKitQuery({
    ...tokenQuery(kit, { networkId, address: address ?? '', owner: source.address }),
    enabled: isWanted && address !== undefined && source.address !== '',
  })
}
