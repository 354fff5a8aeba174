import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { StartupError } from '../process/startupError.ts'

/** The providers that an operator has registered with. */
export type SocialSettings = Partial<
  Record<SocialProvider, { clientId: string; clientSecret: string; issuer: string | undefined }>
>

/** Reads `SOCIAL_GOOGLE_CLIENT_ID`, `…_CLIENT_SECRET` and, for a stand-in, `…_ISSUER`, for each of the six. */
export function readSocial(env: NodeJS.ProcessEnv): SocialSettings {
  const found: SocialSettings = {}
  for (const provider of socialProvider.options) {
    const name = `SOCIAL_${provider.toUpperCase()}`
    const [clientId, clientSecret, issuer] = ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER'].map(
      (part) => env[`${name}_${part}`] || undefined,
    )
    if (!clientId && !clientSecret) continue
    if (!clientId || !clientSecret)
      throw new StartupError(`${name}_CLIENT_${clientId ? 'SECRET' : 'ID'} should be set too.`)
    if (issuer !== undefined && !isSafe(issuer))
      throw new StartupError(`${name}_ISSUER should be a URL like https://id.example, or http:// on this machine.`)
    found[provider] = { clientId, clientSecret, issuer: issuer?.replace(/\/+$/, '') }
  }
  return found
}

/** Without TLS a stranger on the way could say who somebody is. */
function isSafe(text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere)
}
