import { goBack } from '@billfold/core/features/modal/navigate'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { useBuyForm } from './useBuyForm.ts'
import { useOnramp } from './useOnramp.ts'

/** Chooses the money that is paid with, of all that those who sell the token take. */
export function OnRampFiatSelectView() {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const { currencies, currency } = useBuyForm(useOnramp())
  const [search, setSearch] = useKept('buy currency search', '')
  const names = new Intl.DisplayNames([tag], { type: 'currency' })
  const wanted = search.trim().toLowerCase()
  const matches = currencies
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .filter((each) => [each.code, each.name].some((part) => part.toLowerCase().includes(wanted)))
  return (
    <div className="stack">
      {currencies.length > 8 || search ? (
        <SearchField label={text.search} clearLabel={text.clear} value={search} onChange={setSearch} />
      ) : null}
      <ul className="rows">
        {matches.map(({ code, name }) => (
          <li key={code}>
            <ListRow
              lead={<WalletTile name={signOf(code, tag)} round />}
              title={name}
              detail={<bdi>{code}</bdi>}
              selected={code === currency}
              data-testid={`buy-select-currency-${code}`}
              onClick={() => {
                kit.store.send({ type: 'onramp/edited', change: { currency: code, offer: undefined } })
                setSearch('')
                goBack(kit)
              }}
            />
          </li>
        ))}
      </ul>
      {matches.length === 0 ? <EmptyState icon="search" title={text.notFound} /> : null}
    </div>
  )
}

const signOf = (currency: string, tag: string): string =>
  new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
