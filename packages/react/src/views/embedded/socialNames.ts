import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'

/** What they call themselves, in every language. */
export const socialNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}
