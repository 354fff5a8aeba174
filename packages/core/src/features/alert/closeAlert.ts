import type { Kit } from '../../kit.ts'

/** Takes the alert bar away. */
export const closeAlert = (kit: Kit): void => kit.store.send({ type: 'alert/closed' })
