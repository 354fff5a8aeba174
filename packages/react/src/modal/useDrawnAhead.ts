import { currentView } from '@billfold/core/features/modal/modal'
import type { Modal } from '@billfold/core/model/modal'
import type { State } from '@billfold/core/model/state'
import { namespaces } from '@billfold/protocol/caip'
import { startTransition, useEffect, useState } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { whenIdle } from '../hooks/whenIdle.ts'

/**
 * Whether the dialog is there before it is opened: once the page is idle, for a visitor who is sure to begin with the
 * ways to connect. Those are known without asking anyone; an account's view asks, and nothing leaves the page before
 * the visitor does something.
 */
export function useDrawnAhead(): boolean {
  const resting = useSelect(connectAtRest)
  const [drawn, setDrawn] = useState<Modal>()
  useEffect(() => {
    if (!resting) return
    return whenIdle(() => startTransition(() => setDrawn(resting)))
  }, [resting])
  return resting !== undefined && drawn === resting
}

/** The modal at rest, each rest another, where opening it shows the ways to connect. */
function connectAtRest({ modal, account, options }: State): Modal | undefined {
  const isForeseen = !modal.open && !options.enableEmbedded && currentView(modal).name === 'Connect'
  return isForeseen && namespaces.every((each) => account[each].status === 'disconnected') ? modal : undefined
}
