import { createContext } from 'react'
import type { Spoken } from '../i18n/loadLocale.ts'

/** A dialog that was painted before React, and that React takes over. */
export type PaintedModal = {
  /** The language that it is in. */
  spoken: Spoken
  /** Called with the dialog that React has: if that is another, the painted one is gone. */
  adopt(dialog: HTMLDialogElement): void
  /** Called once React has the view: what stood in for it ends. */
  release(): void
}

/** The painted dialog that React takes over in this tree. */
export const PaintedContext = createContext<PaintedModal | undefined>(undefined)
