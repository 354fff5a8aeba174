import type { Options } from './options.ts'

/** Whether visitors may log in by e-mail or social login: where not, not a byte of that is fetched. */
export const offersLogin = ({ walletUrl, features: { email, socials } }: Options): boolean =>
  Boolean(walletUrl && (email || (socials && socials.length > 0)))
