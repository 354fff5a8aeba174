import type { Kit } from '../../kit.ts'
import type { Draft } from '../../model/send.ts'

/** Applies a change to the form. A different recipient or token clears the visitor's confirmation. */
export function editDraft(kit: Kit, change: Partial<Draft>): void {
  const { draft } = kit.store.get().send
  const isOther = (change.to !== undefined && change.to !== draft.to) || 'token' in change
  const undone = isOther && !('confirmed' in change) ? { confirmed: '' } : {}
  kit.store.send({ type: 'send/edited', change: { ...change, ...undone } })
}
