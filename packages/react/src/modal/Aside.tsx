import { type ReactNode, Suspense } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { ViewBoundary } from './ViewBoundary.tsx'

/** What stands beside the view and comes later: where it breaks or cannot be fetched, nothing stands in its place. */
export function Aside({ children }: { children: ReactNode }) {
  const { ports } = useKit()
  return (
    <ViewBoundary
      ports={ports}
      onError={(error) => ports.log.error('A part beside the view failed', error)}
      fallback={() => null}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ViewBoundary>
  )
}
