import type { LoginProvider } from '@billfold/core/model/embedded'

/** Their brand names, the same in every language. */
export const socialNames: Readonly<Record<LoginProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}
