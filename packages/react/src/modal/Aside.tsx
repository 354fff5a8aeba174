import { type ReactNode, Suspense } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { ViewBoundary } from './ViewBoundary.tsx'

/** A part next to the view that loads later: renders nothing if it breaks or does not load. */
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
