import { attachStyles } from './attachStyles.ts'
import { firstStyles } from './firstStyles.ts'

const roots = new Set<ShadowRoot>()
let styles = firstStyles
let added: readonly string[] = []

/** Gives a modal's root its rules, and the rest of them once they are there; the returned function stops that. */
export function styleModal(root: ShadowRoot): () => void {
  roots.add(root)
  attachStyles(root, [...styles, ...added])
  return () => void roots.delete(root)
}

/** From now on every modal has the rules of all its views. */
export function completeStyles(all: readonly string[]): void {
  if (styles === all) return
  styles = all
  attachAll()
}

/** From now on every modal has these rules too, after the others. */
export function addStyles(more: readonly string[]): void {
  added = [...new Set([...added, ...more])]
  attachAll()
}

function attachAll(): void {
  for (const root of roots) attachStyles(root, [...styles, ...added])
}
