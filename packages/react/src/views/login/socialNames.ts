import type { LoginProvider } from '@billfold/core/features/embedded/embedded'

/** What they call themselves, in every language. */
export const socialNames: Readonly<Record<LoginProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}
