import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { goBack } from '@billfold/core/features/modal/navigate'
import { tokenQuery } from '@billfold/core/features/send/chainQueries'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { caipAddressOf } from '@billfold/core/model/connectedAccount'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import { caipAddress } from '@billfold/protocol/caip'
import { isCountable } from '@billfold/protocol/decimalOf'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { TokenTile } from '../shared/TokenTile.tsx'
import { OddToken } from './OddToken.tsx'
import { TokenName } from './TokenName.tsx'
import { type SendForm, useSendForm } from './useSendForm.ts'
import { useTokenLabel } from './useTokenLabel.ts'

type Row = {
  address?: string
  isListed?: boolean
  name: string
  symbol: string
  decimals: number
  /** Absent while unknown, which is not zero. */
  amount?: bigint | undefined
  value?: number
  iconUrl?: string | undefined
}

/** Chooses what to send: what the account has, or a token by its address. */
export function WalletSendSelectTokenView() {
  const kit = useKit()
  const text = useArea(sendTexts)
  const [search, setSearch] = useKept('send token search', '')
  const form = useSendForm()
  const rows = useRows(form)
  const wanted = search.trim().toLowerCase()
  const matches = rows.filter(({ name, symbol, address }) =>
    [name, symbol, address ?? ''].some((part) => part.toLowerCase().includes(wanted)),
  )
  const other = useOther(form, search, matches.length === 0)
  const choose = (row: Row) => {
    const { address, symbol, decimals } = row
    // The typed amount stays: if it does not fit this token, the form says so.
    editDraft(kit, { token: { symbol, decimals, ...(address ? { address } : {}) } })
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
        testId="send-select-token-search-input"
      />
      {matches.length > 0 ? <TokenRows rows={matches} onChoose={choose} /> : null}
      {other.data ? (
        <>
          <div className="callout" data-testid="send-token-unlisted">
            <div>
              <p>{text.unlisted}</p>
              <Address value={other.data.address} whole />
            </div>
          </div>
          {isCountable(other.data) ? (
            <TokenRows rows={[other.data]} onChoose={choose} />
          ) : (
            <OddToken decimals={other.data.decimals} />
          )}
        </>
      ) : null}
      {other.isError ? <p className="send-problem">{text.notToken}</p> : null}
      {matches.length === 0 && !other.data && !other.isFetching && !other.isError ? (
        <EmptyState icon="search" title={text.noTokens} text={text.noTokensText} />
      ) : null}
    </div>
  )
}

function TokenRows({ rows, onChoose }: { rows: readonly Row[]; onChoose: (row: Row) => void }) {
  const text = useArea(sendTexts)
  const { tag } = useContext(LocaleContext)
  const { labelOf } = useTokenLabel()
  return (
    <ul className="rows" aria-label={text.yourTokens}>
      {rows.map((row) => (
        <li key={row.address ?? ''}>
          <ListRow
            lead={<TokenTile token={row} image={row.iconUrl} />}
            title={<TokenName token={row} />}
            detail={
              row.amount === undefined
                ? labelOf(row)
                : `${formatAmount(row.amount, row.decimals, tag)} ${isolate(labelOf(row))}`
            }
            tail={row.value === undefined ? undefined : formatDollars(row.value, tag)}
            data-testid={`send-select-token-item-${row.symbol}`}
            onClick={() => onChoose(row)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The server's list where there is one; the chain's own coin is there in any case. */
function useRows({ network, coin, coins, source }: SendForm): readonly Row[] {
  const kit = useKit()
  const shown = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const own = network && source.address ? caipAddress(network.networkId, source.address) : shown
  const query = balancesQuery(kit, { address: own ?? `${networkId}:none` })
  const { data = [] } = useKitQuery({ ...query, enabled: own !== undefined })
  if (data.some(({ address }) => address === undefined)) return data
  return [
    { name: network?.nativeCurrency.name ?? coin.symbol, symbol: coin.symbol, decimals: coin.decimals, amount: coins },
    ...data,
  ]
}

/** A token that no list names, found by its address. */
function useOther({ network, source, transfers }: SendForm, search: string, isWanted: boolean) {
  const kit = useKit()
  const networkId = useSelect(activeNetworkId)
  const address = parsed(search, transfers && ((text) => transfers.parseRecipient(text, networkId)))
  const enabled = isWanted && address !== undefined && network !== undefined
  const input = {
    networkId,
    address: address ?? '',
    owner: source.address,
  }
  const { data, isError, isFetching } = useKitQuery({ ...tokenQuery(kit, input), enabled })
  return enabled ? { data, isError, isFetching } : { data: undefined, isError: false, isFetching: false }
}

function parsed(text: string, parse: ((text: string) => string) | undefined): string | undefined {
  try {
    return parse?.(text)
  } catch {
    // Something else than an address is searched for.
    return undefined
  }
}
