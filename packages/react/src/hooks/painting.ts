import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/model/state'
import type { Messages } from '../i18n/Messages.ts'

/** The values that components read while `paint` draws them without React. */
export type Painting = { kit: Kit; state: State; messages: Messages }

/** Set only while `paint` runs, which is never inside a rendering of React: for each of the two, the order of hooks stays. */
export const painting: { now?: Painting | undefined } = {}
