import modal from '../modal/modal.css?inline'
import notices from '../modal/notices.css?inline'
import controls from '../ui/controls.css?inline'
import marks from '../ui/marks.css?inline'
import surfaces from '../ui/surfaces.css?inline'
import views from '../views/shared/views.css?inline'
import { attachStyles } from './attachStyles.ts'
import theme from './theme.css?inline'

/** The styles of the dialog and its first view, Connect. */
const firstStyles: readonly string[] = [theme, controls, marks, surfaces, modal, notices, views]

type Attach = (root: ShadowRoot, change: () => void) => void

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

/** From now on every modal has these rules too, after the others; `attach` does it to one that is there. */
export function addStyles(more: readonly string[], attach: Attach = (_, change) => change()): void {
  added = [...new Set([...added, ...more])]
  for (const root of roots) attach(root, () => attachStyles(root, [...styles, ...added]))
}

function attachAll(): void {
  for (const root of roots) attachStyles(root, [...styles, ...added])
}
