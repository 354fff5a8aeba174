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

const timeoutSeconds = 8

export type SocialProviders = ReturnType<typeof createSocialProviders>

/** The operator's providers, each as two steps: the URL to redirect to, and the person who returns. */
export function createSocialProviders(settings: SocialSettings) {
  const configurations = new Map<SocialProvider, Promise<client.Configuration>>()

  /** Fetched once; retried if the provider did not respond. */
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
    if (!given) throw new KitError('not_found', { message: 'This login is not set up here.' })
    const { issuer, endpoints, isPost } = socialIssuers[provider]
    const auth = isPost ? client.ClientSecretPost : client.ClientSecretBasic
    const [place, authenticate] = [given.issuer ?? issuer, auth(given.clientSecret)]
    const isPlain = place.startsWith('http:')
    if (!endpoints) {
      const execute = isPlain ? [client.allowInsecureRequests] : []
      return client.discovery(new URL(place), given.clientId, undefined, authenticate, {
        timeout: timeoutSeconds,
        execute,
      })
    }
    const { jwks, authorization, token, ...named } = endpoints(place, given.issuer === undefined)
    const server = {
      issuer: named.issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      ...(jwks && { jwks_uri: jwks }),
    }
    const made = new client.Configuration(server, given.clientId, undefined, authenticate)
    made.timeout = timeoutSeconds
    if (isPlain) client.allowInsecureRequests(made)
    return made
  }

  return {
    /** The configured ones, in the order of the contract. */
    names: socialProvider.options.filter((each) => settings[each]),
    async authorizationUrl(
      provider: SocialProvider,
      expected: { redirectUri: string; state: string; nonce: string; verifier: string },
    ): Promise<string> {
      const { scope, parameters, person } = socialIssuers[provider]
      const configuration = await configurationOf(provider)
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: expected.redirectUri,
        scope,
        state: expected.state,
        code_challenge: await client.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        ...(person ? {} : { nonce: expected.nonce }),
        ...parameters,
      })
      return url.href
    },
    /** Exchanges a returning person's code; rejects anything that does not match the request. */
    async personOf(
      provider: SocialProvider,
      answered: { url: URL; state: string; nonce: string; verifier: string },
    ): Promise<SocialPerson> {
      const person = readSocialPerson(await ask(provider, answered))
      if (!person) throw new KitError('sign_in_unproven')
      return person
    },
  }

  async function ask(
    provider: SocialProvider,
    answered: { url: URL; state: string; nonce: string; verifier: string },
  ): Promise<SocialPerson> {
    const { person, api } = socialIssuers[provider]
    const configuration = await configurationOf(provider)
    const tokens = await client.authorizationCodeGrant(configuration, answered.url, {
      expectedState: answered.state,
      pkceCodeVerifier: answered.verifier,
      ...(person ? {} : { expectedNonce: answered.nonce, idTokenExpected: true }),
    })
    if (person) {
      const root = settings[provider]?.issuer ?? api!
      return person(async (path) => {
        const headers = new Headers({ accept: 'application/json', 'user-agent': 'billfold' })
        const url = new URL(root + path)
        const answer = await client.fetchProtectedResource(
          configuration,
          tokens.access_token,
          url,
          'GET',
          null,
          headers,
        )
        if (!answer.ok) throw new KitError('sources_unavailable')
        return answer.json()
      })
    }
    return personOfClaims(tokens.claims()!)
  }
}
