import { completeStyles } from '../theme/styleModal.ts'

/** Fetches what the first view does without, in one file. */
export async function loadLater() {
  const { laterParts } = await import('./laterParts.tsx')
  completeStyles(laterParts.allStyles)
  return laterParts
}
