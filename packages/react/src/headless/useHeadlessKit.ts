import type { Kit } from '@billfold/core/kit'
import { useEffect, useState } from 'react'
import { useAppKitOf } from '../api/AppKitContext.ts'
import { page, useKit } from '../hooks/KitContext.ts'

const usePageKit = (): Kit => useAppKitOf('headless').kit
page.kit = usePageKit

/** Loads the code that the modal loads when it opens: the flows, WalletConnect, the families. */
export async function completeNow(kit: Kit): Promise<void> {
  const { completeKit } = await import('@billfold/core/completeKit')
  completeKit(kit)
  await kit.connectors.ask()
}

/** The page's kit, complete and with its wallets asked, and whether that is done. */
export function useHeadlessKit(): { kit: Kit; isComplete: boolean } {
  const kit = useKit()
  const [complete, setComplete] = useState<Kit>()
  useEffect(() => {
    let isOff = false
    completeNow(kit).then(
      () => isOff || setComplete(kit),
      (e) => kit.ports.log.error('The wallet kit did not load', e),
    )
    return () => {
      isOff = true
    }
  }, [kit])
  return { kit, isComplete: complete === kit }
}
