import { AppKitContext } from '@billfold/react'
import { type ReactNode, useState } from 'react'
import { createAppKit } from '../createAppKit.ts'
import type { CreateAppKit } from '../shapes/options.ts'

export type AppKitProviderProps = CreateAppKit & { children: ReactNode }

/** Creates a kit for what is below it. */
export function AppKitProvider({ children, ...options }: AppKitProviderProps): ReactNode {
  const [appKit] = useState(() => createAppKit(options))
  return <AppKitContext.Provider value={appKit as never}>{children}</AppKitContext.Provider>
}
