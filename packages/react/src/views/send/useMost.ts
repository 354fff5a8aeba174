import { useState } from 'react'

/** Fills in the maximum. A failure shows until another input. */
export function useMost(draft: object, fill: () => Promise<void>) {
  const [{ state, of }, setState] = useState<{ state: 'idle' | 'busy' | 'failed'; of?: object }>({ state: 'idle' })
  const isCurrent = of === draft
  return {
    isBusy: isCurrent && state === 'busy',
    isFailed: isCurrent && state === 'failed',
    take() {
      setState({ state: 'busy', of: draft })
      fill().then(
        () => setState({ state: 'idle' }),
        () => setState({ state: 'failed', of: draft }),
      )
    },
  }
}
