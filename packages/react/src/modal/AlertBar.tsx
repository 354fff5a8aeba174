import { Suspense } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { lazyPart } from './lazyPart.tsx'

// Visitors of a site that is set up well never see it. Where it cannot be fetched, the console has said the same.
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
