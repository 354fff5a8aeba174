import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import {
  personOfClaims,
  readSocialPerson,
  type SocialPerson,
  socialIssuers,
} from '@billfold/protocol/embedded/socialIssuers'
import type { SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { KitError } from '@billfold/protocol/error'
import * as client from 'openid-client'

/** Secrets of a login that the provider's response must match. */
export type LoginSecrets = { state: string; nonce: string; verifier: string }
export type SocialLogin = ReturnType<typeof createSocialLogin>

const timeoutSeconds = 8

/**
 * The guardian's own login at providers, with its own registrations, return addresses and secrets. It trusts nothing from the API's logins,
 * which the API could have from anyone who logged in there.
 */
export function createSocialLogin(settings: SocialSettings, publicUrl: string) {
  const configurations = new Map<SocialProvider, Promise<client.Configuration>>()
  const redirectUri = (provider: SocialProvider) => new URL(`/guardian/v1/social/${provider}`, publicUrl).href

  /** Cached; a failure is not. */
  function configurationOf(provider: SocialProvider): Promise<client.Configuration> {
    const known = configurations.get(provider)
    if (known) return known
    const configuration = configure(provider)
    configurations.set(provider, configuration)
    configuration.catch(() => configurations.delete(provider))
    return configuration
  }

  async function configure(provider: SocialProvider): Promise<client.Configuration> {
    const given = settings[provider]
    if (!given) throw new KitError('not_found')
    const { issuer, endpoints, isPost } = socialIssuers[provider]
    const place = given.issuer ?? issuer
    const authenticate = (isPost ? client.ClientSecretPost : client.ClientSecretBasic)(given.clientSecret)
    // An id_token's signature is checked too, though it comes straight from its issuer.
    const execute = [
      ...(place.startsWith('http:') ? [client.allowInsecureRequests] : []),
      client.enableNonRepudiationChecks,
    ]
    if (!endpoints)
      return client.discovery(new URL(place), given.clientId, undefined, authenticate, {
        timeout: timeoutSeconds,
        execute,
      })
    const { jwks, authorization, token, issuer: name } = endpoints(place, given.issuer === undefined)
    const server = {
      issuer: name,
      authorization_endpoint: authorization,
      token_endpoint: token,
      ...(jwks && { jwks_uri: jwks }),
    }
    const made = new client.Configuration(server, given.clientId, undefined, authenticate)
    made.timeout = timeoutSeconds
    for (const apply of execute) if (jwks || apply !== client.enableNonRepudiationChecks) apply(made)
    return made
  }

  async function ask(provider: SocialProvider, answer: URLSearchParams, secrets: LoginSecrets): Promise<SocialPerson> {
    const { person, api } = socialIssuers[provider]
    const configuration = await configurationOf(provider)
    const url = new URL(redirectUri(provider))
    url.search = answer.toString()
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: secrets.state,
      pkceCodeVerifier: secrets.verifier,
      ...(person ? {} : { expectedNonce: secrets.nonce, idTokenExpected: true }),
    })
    if (!person) return personOfClaims(tokens.claims()!)
    const root = settings[provider]?.issuer ?? api!
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'billfold-guardian' })
    return person(async (path) => {
      const place = new URL(root + path)
      const response = await client.fetchProtectedResource(
        configuration,
        tokens.access_token,
        place,
        'GET',
        null,
        headers,
      )
      if (!response.ok) throw new KitError('sources_unavailable')
      return response.json()
    })
  }

  return {
    /** Providers that it is registered with. */
    names: socialProvider.options.filter((each) => settings[each]),
    async authorizationUrl(provider: SocialProvider, { state, nonce, verifier }: LoginSecrets): Promise<string> {
      const { scope, parameters, person } = socialIssuers[provider]
      const url = client.buildAuthorizationUrl(await configurationOf(provider), {
        redirect_uri: redirectUri(provider),
        scope,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(person ? {} : { nonce }),
        ...parameters,
      })
      return url.href
    },
    /** The person of a provider's response; throws if it does not match the login. */
    async personOf(provider: SocialProvider, answer: URLSearchParams, secrets: LoginSecrets): Promise<SocialPerson> {
      const person = readSocialPerson(await ask(provider, answer, secrets))
      if (!person) throw new KitError('sign_in_unproven')
      return person
    },
  }
}
