import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'

/** What they call themselves, in every language. */
export const socialTitles: Readonly<Record<AccountProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}
