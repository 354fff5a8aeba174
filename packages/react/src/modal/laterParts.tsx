import type { View } from '@billfold/core/features/modal/modal'
import { walletConnectTexts } from '../i18n/walletConnect/walletConnectTexts.ts'
import { allStyles } from '../theme/allStyles.ts'
import { lazyScreen } from './lazyScreen.tsx'
import { bodyOf, viewMap } from './viewMap.ts'

function AnyView({ view }: { view: View }) {
  const Body = bodyOf(view)
  return <Body view={view} />
}

const WaitingRequests = lazyScreen(
  async () => (await import('./WaitingRequests.tsx')).WaitingRequests,
  walletConnectTexts,
)

/** What the dialog's first view does without: the map of all others, requests that wait in a wallet, and their rules. */
export const laterParts = { AnyView, WaitingRequests, viewMap, bodyOf, allStyles }
