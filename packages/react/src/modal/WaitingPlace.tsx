import { useSelect } from '../hooks/useSelect.ts'
import { Aside } from './Aside.tsx'
import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'

const WaitingRequests = lazyPart(
  async () => (await loadLater()).WaitingRequests,
  () => null,
)

/** Where requests that wait in a wallet are shown; nothing of it is fetched before there is one. */
export function WaitingPlace({ over }: { over: 'dialog' | 'page' }) {
  const isAny = useSelect((state) => state.walletConnect.requests.length > 0)
  // A card that was closed stays closed while the same request waits.
  return isAny ? (
    <Aside>
      <WaitingRequests over={over} />
    </Aside>
  ) : null
}
