/** Where other clients keep theirs, so that what reads one reads the other. */
export const keychainKey = 'wc@2:core:0.3//keychain'
export const sessionKey = 'wc@2:client:0.3//session'
/** The app a visitor opened to connect: where the next request is answered. The name is fixed, other code reads it. */
export const deepLinkKey = 'WALLETCONNECT_DEEPLINK_CHOICE'
