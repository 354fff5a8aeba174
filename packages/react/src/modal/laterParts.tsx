import { isViewReady } from '@billfold/core/features/modal/viewRules'
import type { View } from '@billfold/core/model/modal'
import { PrepareContext } from '../hooks/PrepareContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { walletConnectTexts } from '../i18n/compiled/walletConnectTexts.ts'
import type { Language } from '../i18n/matchLocale.ts'
import { allStyles } from '../theme/allStyles.ts'
import { useFont } from '../theme/fonts/useFont.ts'
import { lazyPart } from './lazyPart.tsx'
import { sentWords } from './sentWords.ts'
import { ViewWaiting } from './ViewWaiting.tsx'
import { bodyOf, furtherScreen, viewMap } from './viewMap.ts'

/** A view once it has what it needs: until the kit is complete, one may be on the screen that has not. */
function AnyView({ view }: { view: View }) {
  const isReady = useSelect((state) => isViewReady(state, view))
  const Body = bodyOf(view)
  useFont()
  if (!isReady) return <ViewWaiting />
  return (
    <PrepareContext.Provider value={prepare}>
      <Body view={view} />
    </PrepareContext.Provider>
  )
}

const WaitingRequests = furtherScreen(
  async () => (await import('./WaitingRequests.tsx')).WaitingRequests,
  walletConnectTexts,
)

const HelpPane = lazyPart(async () => (await import('../views/connect/guideViews.ts')).helpPane())

/** Pending wallet requests, and a wide dialog's help. */
function BesideView({ over }: { over: 'dialog' | 'page' }) {
  const hasRequests = useSelect((state) => state.walletConnect.requests.length > 0)
  const isWide = useSelect((state) => state.options.layout === 'wide')
  return (
    <>
      {hasRequests ? <WaitingRequests over={over} /> : null}
      {isWide && over === 'dialog' ? <HelpPane /> : null}
    </>
  )
}

/** Once a wallet may have sent something, no file may be missing: where a flow leads, and the rows and views that follow it. */
const prepare = (language: Language): Promise<unknown> => {
  const { Account, WalletSendStatus, SwapStatus } = viewMap
  const parts = [Account, WalletSendStatus, SwapStatus, WaitingRequests]
  return Promise.all([loadSent(), ...parts.map((part) => part.preload?.(language))])
}

const loadSent = async () => (sentWords.now = (await import('../views/send/sentParts.ts')).sentParts.SentToast)

/**
 * Parts that the dialog's first view does not need: the map of all others, pending wallet requests, and their rules.
 */
export const laterParts = {
  AnyView,
  BesideView,
  loadSent,
  viewMap,
  bodyOf,
  allStyles,
}
