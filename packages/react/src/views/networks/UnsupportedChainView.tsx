import { disconnect } from '@billfold/core/features/connect/disconnect'
import { requestedNetworks } from '@billfold/core/model/findNetwork'
import type { View } from '@billfold/core/model/modal'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NetworkRows } from './NetworkRows.tsx'

const SwapElsewhere = lazyScreen(async () => (await import('../swap/SwapElsewhere.tsx')).SwapElsewhere, swapTexts)

/** The wallet is on a network that the site does not use, or that has no swaps: ways out, and none is forced. */
export function UnsupportedChainView({ view }: { view: Extract<View, { name: 'UnsupportedChain' }> }) {
  return view.reason === 'swap' ? <SwapElsewhere /> : <WrongNetwork />
}

function WrongNetwork() {
  const kit = useKit()
  const text = useText()
  const namespace = useSelect((state) => state.network.activeNamespace)
  const networks = useSelect((state) => requestedNetworks(state, state.network.activeNamespace))
  return (
    <div className="stack">
      <div className="callout">
        <Icon name="warning" />
        <p>{text.unsupported.text}</p>
      </div>
      <NetworkRows networks={networks} />
      <p className="footnote">{text.unsupported.stay}</p>
      <Button
        wide
        icon="disconnect"
        data-testid="disconnect-button"
        onClick={() => void disconnect(kit, { namespace })}
      >
        {text.account.disconnect}
      </Button>
    </div>
  )
}
