import type { Ledger } from '@billfold/core/ledger/createLedger'
import type { LedgerState } from '@billfold/core/ledger/ledgerState'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useContext } from 'react'
import { useSelect } from '../../hooks/useSelect.ts'
import { ledgerTexts } from '../../i18n/compiled/ledgerTexts.ts'
import { LocaleContext, useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDecimal } from '../../ui/formatDecimal.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** Names of programs and standards: the same in every language. */
const schemes = {
  ledgerLive: 'Ledger Live',
  bip44: 'BIP-44',
  legacy: 'MEW',
  solana: 'Ledger Live',
  solanaWallets: 'BIP-44',
  segwit: 'Native SegWit',
  taproot: 'Taproot',
} as const

type Accounts = Extract<LedgerState, { phase: 'accounts' }>

/** The device's accounts, by path, with their balances. */
export function LedgerAccounts({ ledger, state }: { ledger: Ledger; state: Accounts }) {
  const text = useArea(ledgerTexts)
  const { shell } = useText()
  const { tag } = useContext(LocaleContext)
  const coin = useSelect((now) => activeNetwork(now)?.nativeCurrency)
  return (
    <div className="stack" data-testid="ledger-accounts">
      <p className="panel-title" role="status">
        {state.isReading ? text.accounts.reading : text.accounts.title}
      </p>
      <ul className="rows" aria-label={text.accounts.title}>
        {state.rows.map((row) => (
          <li key={row.path}>
            <ListRow
              title={<bdi dir="ltr">{`${row.address.slice(0, 8)}…${row.address.slice(-6)}`}</bdi>}
              detail={<bdi dir="ltr">{`${schemes[row.scheme]} · m/${row.path}`}</bdi>}
              tail={
                coin && row.balance !== undefined ? (
                  <bdi dir="ltr">{`${formatDecimal(decimalOf({ amount: row.balance, decimals: coin.decimals }), tag)} ${coin.symbol}`}</bdi>
                ) : undefined
              }
              disabled={state.isReading}
              data-testid="ledger-account"
              onClick={() => ledger.choose({ account: row })}
            />
          </li>
        ))}
      </ul>
      <div className="actions">
        {state.isReading ? (
          <Spinner size={24} />
        ) : (
          <Button wide data-testid="ledger-more" onClick={() => ledger.choose('more')}>
            {text.accounts.more}
          </Button>
        )}
        <Button look="quiet" wide data-testid="ledger-cancel" onClick={() => ledger.cancel()}>
          {shell.cancel}
        </Button>
      </div>
    </div>
  )
}
