import type * as OpenIdClient from 'openid-client'
import { KitError } from '../error.ts'
import { type SocialProvider, socialProvider } from './embeddedApi.ts'
import { personOfClaims, readSocialPerson, type SocialPerson, socialIssuers } from './socialIssuers.ts'
import type { SocialSettings } from './socialSettings.ts'

/** The secrets that a login starts with, and that its response must fit. */
export type LoginSecrets = { state: string; nonce: string; verifier: string }
export type SocialLogin = ReturnType<typeof createSocialLogin>
type Options = {
  /** The library that does the requests: API and guardian each bring their own copy. */
  client: typeof OpenIdClient
  settings: SocialSettings
  userAgent: string
  /** The timeout of each request to a provider. */
  timeoutSeconds?: number
}

/**
 * Logins at the providers that an operator has set up, each as two steps: where to send a person, and who came back. The API and the guardian
 * do the same with registrations of their own, so that what one accepts the other does too.
 */
export function createSocialLogin({ client, settings, userAgent, timeoutSeconds = 8 }: Options) {
  const configurations = new Map<SocialProvider, Promise<OpenIdClient.Configuration>>()

  /** Fetched once; after a failure again. */
  function configurationOf(provider: SocialProvider): Promise<OpenIdClient.Configuration> {
    const known = configurations.get(provider)
    if (known) return known
    const configuration = configure(provider)
    configurations.set(provider, configuration)
    configuration.catch(() => configurations.delete(provider))
    return configuration
  }

  async function configure(provider: SocialProvider): Promise<OpenIdClient.Configuration> {
    const own = settings[provider]
    if (!own) throw new KitError('not_found', { message: 'This login method is not configured.' })
    const { issuer, endpoints, isPost } = socialIssuers[provider]
    const place = own.issuer ?? issuer
    const authenticate = (isPost ? client.ClientSecretPost : client.ClientSecretBasic)(own.clientSecret)
    const insecure = place.startsWith('http:') ? [client.allowInsecureRequests] : []
    // The signature of an id_token is verified too, though it comes straight from its issuer.
    const signed = [client.enableNonRepudiationChecks]
    if (!endpoints)
      return client.discovery(new URL(place), own.clientId, undefined, authenticate, {
        timeout: timeoutSeconds,
        execute: [...insecure, ...signed],
      })
    const { jwks, authorization, token, issuer: name } = endpoints(place, own.issuer === undefined)
    const server = {
      issuer: name,
      authorization_endpoint: authorization,
      token_endpoint: token,
      ...(jwks && { jwks_uri: jwks }),
    }
    const configuration = new client.Configuration(server, own.clientId, undefined, authenticate)
    configuration.timeout = timeoutSeconds
    for (const apply of [...insecure, ...(jwks ? signed : [])]) apply(configuration)
    return configuration
  }

  async function readPerson(provider: SocialProvider, url: URL, secrets: LoginSecrets): Promise<SocialPerson> {
    const { person, api } = socialIssuers[provider]
    const configuration = await configurationOf(provider)
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: secrets.state,
      pkceCodeVerifier: secrets.verifier,
      ...(person ? {} : { expectedNonce: secrets.nonce, idTokenExpected: true }),
    })
    if (!person) return personOfClaims(tokens.claims()!)
    const root = settings[provider]?.issuer ?? api!
    const headers = new Headers({ accept: 'application/json', 'user-agent': userAgent })
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
    /** Those that are set up, in the order of the contract. */
    names: socialProvider.options.filter((each) => settings[each]),
    async authorizationUrl(
      provider: SocialProvider,
      { redirectUri, state, nonce, verifier }: LoginSecrets & { redirectUri: string },
    ): Promise<string> {
      const { scope, parameters, person } = socialIssuers[provider]
      const url = client.buildAuthorizationUrl(await configurationOf(provider), {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(person ? {} : { nonce }),
        ...parameters,
      })
      return url.href
    },
    /** The person who came back to `url`; throws if the response does not fit the login. */
    async personOf(provider: SocialProvider, { url, ...secrets }: LoginSecrets & { url: URL }): Promise<SocialPerson> {
      const person = readSocialPerson(await readPerson(provider, url, secrets))
      if (!person) throw new KitError('sign_in_unproven')
      return person
    },
  }
}
