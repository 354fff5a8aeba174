import { Suspense } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'
import { ViewBoundary } from './ViewBoundary.tsx'

const WaitingRequests = lazyPart(
  async () => (await loadLater()).WaitingRequests,
  () => null,
)

/** Where requests that wait in a wallet are shown; nothing of it is fetched before there is one. */
export function WaitingPlace({ over }: { over: 'dialog' | 'page' }) {
  const kit = useKit()
  const isAny = useSelect((state) => state.walletConnect.requests.length > 0)
  if (!isAny) return null
  return (
    <ViewBoundary
      ports={kit.ports}
      onError={(error) => kit.ports.log.error('The card of waiting requests broke', error)}
      fallback={() => null}
    >
      <Suspense fallback={null}>
        {/* A card that was closed stays closed while the same request waits. */}
        <WaitingRequests over={over} />
      </Suspense>
    </ViewBoundary>
  )
}
