import type { View } from '@billfold/core/features/modal/modal'
import { stands } from '@billfold/core/features/modal/viewRules'
import { useSelect } from '../hooks/useSelect.ts'
import { walletConnectTexts } from '../i18n/walletConnect/walletConnectTexts.ts'
import { allStyles } from '../theme/allStyles.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { lazyScreen } from './lazyScreen.tsx'
import { bodyOf, viewMap } from './viewMap.ts'

/** A view once it has what it needs: until the kit is complete, one may be on the screen that has not. */
function AnyView({ view }: { view: View }) {
  const isReady = useSelect((state) => stands(state, view))
  const Body = bodyOf(view)
  if (isReady) return <Body view={view} />
  return (
    <div className="view-waiting">
      <Spinner />
    </div>
  )
}

const WaitingRequests = lazyScreen(
  async () => (await import('./WaitingRequests.tsx')).WaitingRequests,
  walletConnectTexts,
)

/** What the dialog's first view does without: the map of all others, requests that wait in a wallet, and their rules. */
export const laterParts = { AnyView, WaitingRequests, viewMap, bodyOf, allStyles }
