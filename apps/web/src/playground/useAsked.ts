import { useCallback, useEffect, useState } from 'react'

/** A server's response, or its error with a retry. */
export function useAsked<T>(ask: () => Promise<T>) {
  const [state, setState] = useState<{ value?: T; isAway?: boolean }>({})
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on demand
  useEffect(() => {
    let isStale = false
    ask().then(
      (value) => !isStale && setState({ value }),
      () => !isStale && setState(({ value }) => ({ ...(value === undefined ? {} : { value }), isAway: true })),
    )
    return () => {
      isStale = true
    }
  }, [ask, asked])
  const again = useCallback(() => setAsked((count) => count + 1), [])
  return { ...state, again }
}
