import { activeNetwork } from '@billfold/core/features/network/network'
import { useSelect } from '../../hooks/useSelect.ts'
import { amountTexts } from '../../i18n/amount/amountTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type NamedToken, useTokenLabel } from './useTokenLabel.ts'

/**
 * Says of a token that it calls itself as another does, or that no list names it, and which contract it is (`isBare`: where that stands
 * beside it); nothing of any other.
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
