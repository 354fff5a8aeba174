import type { Options } from './options.ts'

/** About how many rows the logins take; none where visitors cannot log in: there not a byte of it is fetched. */
export function loginRows({ walletUrl, features: { email, passkey, socials } }: Options): number {
  // A site's JavaScript may write `true`, which names none.
  const [first, , third] = Array.isArray(socials) ? socials : []
  return walletUrl ? [email || passkey, first, third].filter(Boolean).length * 64 + 100 : 0
}
