import type { Options } from './options.ts'

/** About how many rows the logins take; none where visitors cannot log in: there not a byte of it is fetched. */
export function loginRows({ walletUrl, features: { email, passkey, socials } }: Options): number {
  const [first, , third] = socials || []
  return walletUrl ? [email || passkey, first, third].filter(Boolean).length * 64 + 100 : 0
}
