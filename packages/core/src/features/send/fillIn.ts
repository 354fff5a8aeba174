import type { Kit } from '../../kit.ts'
import { editDraft } from './editDraft.ts'
import { formPlace } from './formPlace.ts'
import type { Draft } from './send.ts'

/** Fills in what was worked out for the form as it stood at a place. What arrives once it stands for something else is dropped. */
export async function fillIn(kit: Kit, place: string, work: Promise<Partial<Draft>>): Promise<boolean> {
  const change = await work
  if (formPlace(kit) !== place) return false
  editDraft(kit, change)
  return true
}
