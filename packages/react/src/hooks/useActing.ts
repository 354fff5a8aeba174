import { useEffect, useState } from 'react'

/** Code that asks the wallet, fetched while the visitor reads what it will ask: how to run it, and whether it could not be had. */
export function useActing<T>(load: () => Promise<T>) {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => void load().catch(() => undefined), [load])
  return {
    isMissing,
    run: async (act: (loaded: T) => Promise<unknown>): Promise<void> => {
      const loaded = await load().catch(() => undefined)
      setMissing(!loaded)
      if (loaded) await act(loaded)
    },
  }
}
