import { isSameAccount } from '@billfold/core/features/connect/connections'
import { sourcesQuery } from '@billfold/core/features/source/sourcesQuery'
import type { Source } from '@billfold/core/model/source'
import { useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { AccountPicture } from '../account/AccountPicture.tsx'
import { accountLabel } from '../account/accountLabel.ts'

/** The sending account: chosen for this one transfer or swap, and only shown if there is a choice. */
export function SourceRow({ source, onChoose }: { source: Source; onChoose: (source: Source) => void }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const messages = useText()
  const [isOpen, setOpen] = useState(false)
  const namespace = useSelect((state) => state.network.activeNamespace)
  // A wallet that is announced, or lets the page in, may bring accounts along.
  useSelect((state) => [state.connectors, state.connections])
  const { data = [] } = useKitQuery(sourcesQuery(kit, { namespace }))
  if (data.length < 2) return null
  const detailOf = (one: (typeof data)[number]) => {
    const label = accountLabel(
      messages,
      one,
      data.filter(({ connectorId }) => connectorId === one.connectorId),
    )
    return label ? `${one.wallet} · ${label}` : one.wallet
  }
  const isChosen = (one: Source) => one.connectorId === source.connectorId && isSameAccount(one, source)
  const shown = data.find(isChosen)
  return (
    <div className="rows">
      <ListRow
        lead={<AccountPicture address={source.address} />}
        title={<Address value={source.address} />}
        detail={`${text.from} · ${shown ? detailOf(shown) : ''}`}
        tail={<Icon name="down" size={16} />}
        aria-expanded={isOpen}
        data-testid="send-source"
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <ul className="rows send-sources" aria-label={text.from}>
          {data.map((one, index) => (
            <li key={`${one.connectorId} ${one.address} ${one.type}`}>
              <ListRow
                lead={<AccountPicture address={one.address} />}
                title={<Address value={one.address} />}
                detail={detailOf(one)}
                selected={isChosen(one)}
                data-testid={`send-source-${index}`}
                onClick={() => {
                  const { wallet: _, ...chosen } = one
                  onChoose(chosen)
                  setOpen(false)
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
