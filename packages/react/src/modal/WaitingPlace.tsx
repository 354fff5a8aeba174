import { Suspense } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'

const WaitingRequests = lazyPart(
  async () => (await loadLater()).WaitingRequests,
  () => null,
)

/** Where requests that wait in a wallet are shown; nothing of it is fetched before there is one. */
export function WaitingPlace({ over }: { over: 'dialog' | 'page' }) {
  const isAny = useSelect((state) => state.walletConnect.requests.length > 0)
  return (
    <Suspense fallback={null}>
      {/* A card that was closed stays closed while the same request waits. */}
      {isAny ? <WaitingRequests over={over} /> : null}
    </Suspense>
  )
}
