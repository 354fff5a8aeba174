import { reset } from '@billfold/core/features/modal/navigate'
import type { Transaction } from '@billfold/core/model/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { Button } from '../../ui/Button.tsx'

/** Actions for a transaction that is no longer polled: poll it again, or remove it from the list. */
export function LapsedActions({
  transaction: { hash },
  words,
}: {
  transaction: Transaction
  words: { checkAgain: string; dismiss: string }
}) {
  const kit = useKit()
  return (
    <>
      <Button
        wide
        icon="refresh"
        data-testid="transaction-check"
        onClick={() => kit.store.send({ type: 'transaction/reopened', hash, at: kit.ports.clock.now() })}
      >
        {words.checkAgain}
      </Button>
      <Button
        wide
        look="quiet"
        data-testid="transaction-dismiss"
        onClick={() => {
          reset(kit, { name: 'Account' })
          kit.store.send({ type: 'transaction/dismissed', hash })
        }}
      >
        {words.dismiss}
      </Button>
    </>
  )
}
