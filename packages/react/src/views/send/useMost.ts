import { useState } from 'react'

/** Works out the most that can go. That it failed is said until something else is filled in. */
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
