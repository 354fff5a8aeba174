import { goBack } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { TokenName } from '../send/TokenName.tsx'
import { useTokenImage } from '../send/useTokenImage.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { TokenTile } from '../shared/TokenTile.tsx'
import { useBuyForm } from './useBuyForm.ts'
import { useOnramp } from './useOnramp.ts'

/** Chooses what is bought, of all that is sold on the network. */
export function OnRampTokenSelectView() {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { assets, asset } = useBuyForm(useOnramp())
  const { labelOf } = useTokenLabel()
  const imageOf = useTokenImage()
  const [search, setSearch] = useKept('buy token search', '')
  const wanted = search.trim().toLowerCase()
  const matches = assets.filter(({ name, symbol }) =>
    [name, symbol].some((part) => part.toLowerCase().includes(wanted)),
  )
  return (
    <div className="stack">
      {assets.length > 8 || search ? (
        <SearchField label={text.search} clearLabel={text.clear} value={search} onChange={setSearch} />
      ) : null}
      <ul className="rows">
        {matches.map((each) => {
          const token = { ...each, address: each.address ?? undefined }
          return (
            <li key={each.address ?? ''}>
              <ListRow
                lead={<TokenTile token={each} image={imageOf(each)} />}
                title={<TokenName token={token} />}
                detail={<bdi>{labelOf(token)}</bdi>}
                selected={each === asset}
                data-testid={`buy-select-token-${each.symbol}`}
                onClick={() => {
                  kit.store.send({ type: 'onramp/edited', change: { asset: each, offer: undefined } })
                  setSearch('')
                  goBack(kit)
                }}
              />
            </li>
          )
        })}
      </ul>
      {matches.length === 0 ? <EmptyState icon="search" title={text.notFound} /> : null}
    </div>
  )
}
