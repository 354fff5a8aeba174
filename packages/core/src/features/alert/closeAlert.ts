import type { Kit } from '../../kit.ts'

/** Closes the alert bar. */
export const closeAlert = (kit: Kit): void => kit.store.send({ type: 'alert/closed' })
