import { activeNetwork } from '@billfold/core/model/findNetwork'
import { useSelect } from '../../hooks/useSelect.ts'
import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type NamedToken, useTokenLabel } from './useTokenLabel.ts'

/**
 * Warns of a token with a borrowed symbol, or of an unlisted one, with its contract (`isBare`: if that is next to it);
 * nothing for others.
 */
export function TokenWarning({ token, isBare }: { token: NamedToken | undefined; isBare?: boolean }) {
  const { token: words } = useArea(amountTexts)
  const network = useSelect(activeNetwork)
  const { poseOf, isUnlisted } = useTokenLabel()
  const pose = token && (poseOf(token) ?? (isUnlisted(token) ? 'unlisted' : undefined))
  if (!pose || !token.address) return null
  const symbol = isolate(token.symbol)
  const text = {
    coin: () => words.likeCoin(symbol, isolate(network?.name ?? '')),
    listed: () => words.likeListed(symbol),
    unlisted: () => words.onNoList(symbol),
  }
  return (
    <div
      className="callout"
      role={pose === 'unlisted' ? undefined : 'alert'}
      data-testid={pose === 'unlisted' ? 'token-unlisted' : 'token-pose'}
      data-pose={pose}
    >
      <Icon name={pose === 'unlisted' ? 'info' : 'warning'} />
      <div>
        <p>{text[pose]()}</p>
        {isBare ? null : <Address value={token.address} whole />}
      </div>
    </div>
  )
}
