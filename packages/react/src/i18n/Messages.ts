import type { en } from './en.ts'

/** Every text of the kit: a locale that lacks one does not compile. */
export type Messages = typeof en
