import { useSelect } from '../hooks/useSelect.ts'
import { Aside } from './Aside.tsx'
import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'

const BesideView = lazyPart(
  async () => (await loadLater()).BesideView,
  () => null,
)

/** The place of pending wallet requests, and of a wide dialog's help; its code loads with the first of them. */
export function WaitingPlace({ over }: { over: 'dialog' | 'page' }) {
  const isAny = useSelect((state) => state.walletConnect.requests.length > 0 || state.options.layout === 'wide')
  // A card that was closed stays closed while the same request waits.
  return isAny ? (
    <Aside>
      <BesideView over={over} />
    </Aside>
  ) : null
}
