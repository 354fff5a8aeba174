import { currentView } from '@billfold/core/features/modal/modal'
import { isConnected } from '@billfold/core/model/connectedAccount'
import type { ViewName } from '@billfold/core/model/modal'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { WhatIsAWalletView } from './WhatIsAWalletView.tsx'

/** Views that say the same as the pane, or teach something else. */
const guides: readonly ViewName[] = ['WhatIsAWallet', 'WhatIsANetwork', 'GetWallet', 'Downloads']

/** Help beside the ways to connect, in a wide dialog: what a wallet is, and how to get one. */
export function HelpPane() {
  const isShown = useSelect(
    (state) =>
      !isConnected(state) && state.options.enableWalletGuide && !guides.includes(currentView(state.modal).name),
  )
  const { titles } = useText()
  return isShown ? (
    <aside className="help-pane" aria-label={titles.WhatIsAWallet} data-testid="help-pane">
      <h2 className="help-pane-title">{titles.WhatIsAWallet}</h2>
      <WhatIsAWalletView />
    </aside>
  ) : null
}
