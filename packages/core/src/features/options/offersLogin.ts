import type { Options } from './options.ts'

/** Whether visitors may log in by e-mail, social login or passkey: where not, not a byte of that is fetched. */
export const offersLogin = ({ walletUrl, features: { email, passkey, socials } }: Options): boolean =>
  Boolean(walletUrl && (email || passkey || (socials || [])[0]))
