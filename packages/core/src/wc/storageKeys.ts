/** Other clients' storage keys, for compatibility. */
export const keychainKey = 'wc@2:core:0.3//keychain'
export const sessionKey = 'wc@2:client:0.3//session'
/** The app that a visitor connected with, for later requests. Fixed name, since other code reads it. */
export const deepLinkKey = 'WALLETCONNECT_DEEPLINK_CHOICE'
