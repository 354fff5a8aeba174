import { createSocialLogin as createLogin, type LoginSecrets } from '@billfold/protocol/embedded/createSocialLogin'
import type { SocialProvider } from '@billfold/protocol/embedded/embeddedApi'
import type { SocialPerson } from '@billfold/protocol/embedded/socialIssuers'
import type { SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import * as client from 'openid-client'

export type { LoginSecrets }
export type SocialLogin = ReturnType<typeof createSocialLogin>

/**
 * The guardian's own login at providers, with its own registrations, return addresses and secrets. It trusts nothing from the API's logins,
 * which the API could have from anyone who logged in there.
 */
export function createSocialLogin(settings: SocialSettings, publicUrl: string, timeoutSeconds?: number) {
  const login = createLogin({
    ...{ client, settings, userAgent: 'billfold-guardian' },
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  })
  const redirectUri = (provider: SocialProvider) => new URL(`/guardian/v1/social/${provider}`, publicUrl).href
  return {
    names: login.names,
    authorizationUrl: (provider: SocialProvider, secrets: LoginSecrets): Promise<string> =>
      login.authorizationUrl(provider, { redirectUri: redirectUri(provider), ...secrets }),
    /** The person of a provider's response; throws if it does not match the login. */
    personOf(provider: SocialProvider, answer: URLSearchParams, secrets: LoginSecrets): Promise<SocialPerson> {
      const url = new URL(redirectUri(provider))
      url.search = answer.toString()
      return login.personOf(provider, { url, ...secrets })
    },
  }
}
