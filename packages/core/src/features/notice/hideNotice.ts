import type { Kit } from '../../kit.ts'

/** Takes the toast away. */
export const hideNotice = (kit: Kit): void => kit.store.send({ type: 'notice/dismissed' })
