import { useSelect } from '../hooks/useSelect.ts'
import { Aside } from './Aside.tsx'
import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'

const WaitingRequests = lazyPart(
  async () => (await loadLater()).WaitingRequests,
  () => null,
)

/** The place of pending wallet requests; its code loads with the first one. */
export function WaitingPlace({ over }: { over: 'dialog' | 'page' }) {
  const isAny = useSelect((state) => state.walletConnect.requests.length > 0)
  // A card that was closed stays closed while the same request waits.
  return isAny ? (
    <Aside>
      <WaitingRequests over={over} />
    </Aside>
  ) : null
}
