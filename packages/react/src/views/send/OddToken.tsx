import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { useArea } from '../../i18n/useArea.ts'

/** Why a token that is there cannot be chosen. */
export function OddToken({ decimals }: { decimals: number }) {
  const { token } = useArea(amountTexts)
  return (
    <p className="send-problem" role="alert" data-testid="token-odd">
      {token.oddDecimals(`${decimals}`)}
    </p>
  )
}
