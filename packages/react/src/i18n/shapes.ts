import type { IconName } from '../ui/iconPaths.ts'

/** A page of an introduction. */
export type Slide = { icon: IconName; title: string; text: string }

/** A sentence with two links in it, either of which may be absent. */
export type Legal = readonly [
  before: string,
  terms: string | undefined,
  between: string,
  privacy: string | undefined,
  after: string,
]
