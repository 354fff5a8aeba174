import { Suspense } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { lazyPart } from './lazyPart.tsx'

// Visitors of a well-configured site never see it. If it does not load, the console has the same message.
const AlertContent = lazyPart(
  async () => (await import('./AlertContent.tsx')).AlertContent,
  () => null,
)

/** A problem of the site's set-up, for its developer; stays until closed. */
export function AlertBar() {
  const isShown = useSelect((state) => state.alert.phase !== 'hidden')
  return isShown ? (
    <Suspense>
      <AlertContent />
    </Suspense>
  ) : null
}
