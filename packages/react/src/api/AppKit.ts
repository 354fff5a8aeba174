import type { View } from '@billfold/core/features/modal/modal'
import type { Kit } from '@billfold/core/kit'
import type { Namespace } from '@billfold/protocol/caip'

/** Views a site may open by name. */
export type OpenView = Extract<
  View['name'],
  'Account' | 'Connect' | 'Networks' | 'WhatIsAWallet' | 'WhatIsANetwork' | 'AllWallets'
>
export type OpenOptions = { view?: OpenView; namespace?: Namespace }

/** What `createAppKit` returns. */
export type AppKit = {
  readonly id: string
  readonly kit: Kit
  open(options?: OpenOptions): Promise<void>
  close(): Promise<void>
  /** Draws the card in an element of the page's own, for embedded mode; the returned function takes it away. */
  embed(host: HTMLElement): () => void
  /** Leaves no listener, timer or element behind. */
  dispose(): void
}
