import type { Transfer } from '@billfold/core/chains/transfers'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { shortAddress } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useAmountText } from './useAmountText.ts'
import { isSamePayment, useAskedPayments } from './useAskedPayments.ts'

/**
 * Says that a wallet may still have a payment, the last one or the one that is about to be sent again. Whether it was sent only the
 * visitor can find out there.
 */
export function Asked({ payment, ...account }: { networkId: CaipNetworkId; from: string; payment?: Transfer }) {
  const { asked: text } = useArea(sendTexts)
  const amountText = useAmountText()
  const { requests, forget } = useAskedPayments(account)
  const request = payment ? requests.find((one) => isSamePayment(one, payment)) : requests[0]
  if (!request) return null
  const { meant, id } = request
  const to = isolate(meant.name ?? shortAddress(meant.to))
  return (
    <div className="callout" role="alert" data-testid="send-asked">
      <Icon name="warning" />
      <div>
        <p>{text.text(amountText(BigInt(meant.amount), meant), to)}</p>
        <div className="send-asked-actions">
          <Button size="s" data-testid="send-asked-not-sent" onClick={() => void forget(id)}>
            {text.notSent}
          </Button>
        </div>
      </div>
    </div>
  )
}
