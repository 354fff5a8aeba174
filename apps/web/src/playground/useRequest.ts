import { useCallback, useEffect, useState } from 'react'

/** A server's response, or its error with a retry. */
export function useRequest<T>(ask: () => Promise<T>) {
  const [state, setState] = useState<{ value?: T; isAway?: boolean }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on demand
  useEffect(() => {
    let isStale = false
    ask().then(
      (value) => !isStale && setState({ value }),
      () => !isStale && setState(({ value }) => ({ ...(value === undefined ? {} : { value }), isAway: true })),
    )
    return () => {
      isStale = true
    }
  }, [ask, attempt])
  const again = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...state, again }
}
