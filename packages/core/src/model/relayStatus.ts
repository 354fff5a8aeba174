/** `connected` requires a response of the relay. */
export type RelayStatus = 'idle' | 'connected' | 'reconnecting' | 'unreachable'
