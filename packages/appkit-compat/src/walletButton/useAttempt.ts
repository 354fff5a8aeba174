import { useState } from 'react'

export type Attempt<T> = {
  data: T | undefined
  error: Error | undefined
  isPending: boolean
  isError: boolean
  isSuccess: boolean
}
type Callbacks<T> = { onSuccess?: ((data: T) => void) | undefined; onError?: ((error: Error) => void) | undefined }

/** State of a visitor's action for a component: its progress and result. */
export function useAttempt<T>({
  onSuccess,
  onError,
}: Callbacks<T>): [Attempt<T>, (act: () => Promise<T>) => Promise<void>] {
  const [state, setState] = useState<{ data?: T; error?: Error; isPending: boolean }>({ isPending: false })
  const { data, error, isPending } = state
  const attempt = { data, error, isPending, isError: error !== undefined, isSuccess: data !== undefined }
  return [
    attempt,
    async (act) => {
      setState({ isPending: true })
      try {
        const done = await act()
        setState({ data: done, isPending: false })
        onSuccess?.(done)
      } catch (e) {
        const failure = e instanceof Error ? e : new Error(String(e))
        setState({ error: failure, isPending: false })
        onError?.(failure)
      }
    },
  ]
}
