import { KitError } from '../error.ts'
import { type SocialProvider, socialProvider } from './embeddedApi.ts'

/** The providers that someone has registered with. */
export type SocialSettings = Partial<
  Record<SocialProvider, { clientId: string; clientSecret: string; issuer: string | undefined }>
>

/** Reads `<prefix>GOOGLE_CLIENT_ID`, `…_CLIENT_SECRET` and, for a stand-in, `…_ISSUER`, for each of the six. */
export function readSocialSettings(
  env: Readonly<Record<string, string | undefined>>,
  prefix = 'SOCIAL_',
): SocialSettings {
  const settings: SocialSettings = {}
  for (const provider of socialProvider.options) {
    const name = `${prefix}${provider.toUpperCase()}`
    const [clientId, clientSecret, issuer] = ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER'].map(
      (part) => env[`${name}_${part}`] || undefined,
    )
    if (!clientId && !clientSecret) continue
    if (!clientId || !clientSecret)
      throw new KitError('invalid_input', {
        message: `${name}_CLIENT_${clientId ? 'SECRET' : 'ID'} must be set too.`,
      })
    if (issuer !== undefined && !isSafe(issuer))
      throw new KitError('invalid_input', {
        message: `${name}_ISSUER must be a URL like https://id.example, or http:// on this machine.`,
      })
    settings[provider] = { clientId, clientSecret, issuer: issuer?.replace(/\/+$/, '') }
  }
  return settings
}

/** Without TLS a stranger on the way could say who someone is. */
function isSafe(text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere)
}
