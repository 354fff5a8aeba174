import type { AccountChoice } from '@billfold/core/qrSigner/qrScreen'
import type { DerivedAccount } from '@billfold/protocol/ur/deriveAccounts'
import { pathText } from '@billfold/protocol/ur/keyPath'
import { useContext, useEffect, useState } from 'react'
import { qrSignerTexts } from '../../i18n/compiled/qrSignerTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import type { QrTask } from './qrTask.ts'

const pageSize = 5

/** Accounts of the device, with balances as they arrive. */
export function AccountChoiceList({ task, choice }: { task: QrTask; choice: AccountChoice }) {
  const text = useArea(qrSignerTexts)
  const [accounts, setAccounts] = useState(() => choice.page(0))
  const [from, setFrom] = useState(pageSize)
  const [isComplete, setComplete] = useState(false)
  const showMore = () => {
    const more = choice.page(from)
    setAccounts([...accounts, ...more])
    setFrom(from + pageSize)
    setComplete(more.length === 0)
  }
  return (
    <div className="stack">
      <p className="lede">{choice.name ? text.choose.of(choice.name) : text.choose.text}</p>
      <ul className="rows" aria-label={text.choose.text}>
        {accounts.map((account) => (
          <li key={account.address}>
            <AccountRow account={account} choice={choice} onChoose={() => task.choose(account)} />
          </li>
        ))}
      </ul>
      {isComplete ? null : (
        <Button wide data-testid="qr-signer-more" onClick={showMore}>
          {text.choose.more}
        </Button>
      )}
      <Button look="quiet" wide data-testid="qr-signer-rescan" onClick={() => task.scanAgain()}>
        {text.choose.rescan}
      </Button>
    </div>
  )
}

type Row = { account: DerivedAccount; choice: AccountChoice; onChoose: () => void }
type Balance = Awaited<ReturnType<AccountChoice['balance']>>

function AccountRow({ account, choice, onChoose }: Row) {
  const { tag } = useContext(LocaleContext)
  const [balance, setBalance] = useState<Balance>()
  useEffect(() => {
    let isGone = false
    // Without a balance the account can still be chosen.
    choice.balance(account).then(
      (value) => !isGone && setBalance(value),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [account, choice])
  return (
    <ListRow
      title={<Address value={account.address} />}
      detail={<bdi dir="ltr">{pathText(account.path)}</bdi>}
      tail={balance ? <Amount {...balance} locale={tag} /> : null}
      data-testid="qr-signer-account"
      onClick={onChoose}
    />
  )
}
