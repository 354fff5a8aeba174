import type { Options } from './options.ts'

/** About how high the logins will be, in pixels; 0 where visitors cannot log in, and not a byte of it is fetched. */
export function loginsHeight({ walletUrl, features: { email, passkey, socials } }: Options): number {
  // A site's JavaScript may write `true`, which names none.
  const [first, , third] = Array.isArray(socials) ? socials : []
  const rows = [email || passkey, first, third].filter(Boolean).length
  return walletUrl && rows ? rows * 64 + 100 : 0
}
