import type { GalleryAddress } from './startGallery.ts'

/** The looks in which every state is judged: both themes, and both directions. */
export const looks = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  arabic: { theme: 'light', lang: 'ar', dir: 'rtl' },
} as const satisfies Record<string, GalleryAddress>
export type LookName = keyof typeof looks

/** Screens where the direction matters most. */
const picturedInArabic = [
  'Buttons',
  'Connect',
  'AllWallets',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'Account',
  'AccountSettings',
  'Networks',
]

/** Whether a view has a picture in a look. */
export const isPictured = (view: string, look: LookName): boolean =>
  look === 'light' || look === 'dark' || (look === 'arabic' && picturedInArabic.includes(view))

/** Screens that a phone shows as a sheet over the page; some of their states in one picture each, side by side. */
export const phoneStates = [
  'connect',
  'wallets',
  'connecting-declined',
  'account-several',
  'networks-connected',
  'notice-done',
]
export const phoneLooks = {
  'phone-light': { theme: 'light' },
  'phone-arabic-dark': { theme: 'dark', lang: 'ar', dir: 'rtl' },
} as const satisfies Record<string, GalleryAddress>
export const phoneSize = { width: 390, height: 844 }
