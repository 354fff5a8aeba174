import { KitError } from '@billfold/protocol/error'

/** Says nothing of the reason. */
export const unprovenPasskey = () => new KitError('sign_in_unproven', { message: 'This passkey has no wallet here.' })
