import type { Options } from '../../model/options.ts'

/**
 * Approximate height of the logins in pixels, for a placeholder; 0 if there are none, in which case their code is not
 * fetched.
 */
export function loginsHeight({ walletUrl, features: { email, passkey, socials } }: Options): number {
  // A site's JavaScript may pass `true`, which names none.
  const [first, , third] = Array.isArray(socials) ? socials : []
  const rows = [email || passkey, first, third].filter(Boolean).length
  return walletUrl && rows ? rows * 64 + 100 : 0
}
