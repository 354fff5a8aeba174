import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'

/** The providers' own names, the same in every language. */
export const socialTitles: Readonly<Record<AccountProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}
