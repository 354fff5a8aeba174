import type { Kit } from '../../kit.ts'
import type { Draft } from '../../model/send.ts'
import { editDraft } from './editDraft.ts'
import { formPlace } from './formPlace.ts'

/** Fills in a computed value, unless the form's state has changed since it was requested. */
export async function fillIn(kit: Kit, place: string, work: Promise<Partial<Draft>>): Promise<boolean> {
  const change = await work
  if (formPlace(kit) !== place) return false
  editDraft(kit, change)
  return true
}
