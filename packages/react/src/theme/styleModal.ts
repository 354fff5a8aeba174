import { attachStyles } from './attachStyles.ts'
import { firstStyles } from './firstStyles.ts'

const roots = new Set<ShadowRoot>()
let styles = firstStyles

/** Gives a modal's root its rules, and the rest of them once they are there; the returned function stops that. */
export function styleModal(root: ShadowRoot): () => void {
  roots.add(root)
  attachStyles(root, styles)
  return () => void roots.delete(root)
}

/** From now on every modal has all rules. */
export function completeStyles(all: readonly string[]): void {
  if (styles === all) return
  styles = all
  for (const root of roots) attachStyles(root, all)
}
