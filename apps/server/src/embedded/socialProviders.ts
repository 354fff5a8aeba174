import type { SocialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import type { SocialSettings } from './readSocial.ts'

/** Who a provider says that somebody is. The address only where the provider has verified it. */
export type SocialPerson = { subject: string; email: string | null }

type Endpoints = { issuer: string; authorization: string; token: string }
type Row = {
  /** Where it stands, for real. */
  issuer: string
  scope: string
  parameters?: Record<string, string>
  auth?: typeof client.ClientSecretBasic
  /** What it does not publish: with OpenID Connect it publishes everything. */
  endpoints?: (issuer: string, isReal: boolean) => Endpoints & { jwks?: string }
  /** Reads who somebody is, where no id_token says so. */
  person?: (ask: (path: string) => Promise<unknown>) => Promise<SocialPerson>
  api?: string
}

const timeoutSeconds = 8

/** The six. What a row says of the real ones is from their documents; the tests run against stand-ins with the same protocol. */
const rows: Record<SocialProvider, Row> = {
  google: { issuer: 'https://accounts.google.com', scope: 'openid email' },
  apple: {
    issuer: 'https://appleid.apple.com',
    scope: 'openid email',
    // Apple gives an address only so.
    parameters: { response_mode: 'form_post' },
    auth: client.ClientSecretPost,
  },
  discord: { issuer: 'https://discord.com', scope: 'openid email' },
  facebook: {
    issuer: 'https://www.facebook.com',
    scope: 'openid email',
    endpoints: (issuer, isReal) => ({
      issuer,
      authorization: isReal ? 'https://www.facebook.com/v23.0/dialog/oauth' : `${issuer}/authorize`,
      token: isReal ? 'https://graph.facebook.com/v23.0/oauth/access_token' : `${issuer}/token`,
      jwks: isReal ? 'https://www.facebook.com/.well-known/oauth/openid/jwks/' : `${issuer}/jwks`,
    }),
  },
  github: {
    issuer: 'https://github.com',
    scope: 'read:user user:email',
    auth: client.ClientSecretPost,
    endpoints: (issuer, isReal) => ({
      issuer: isReal ? `${issuer}/login/oauth` : issuer,
      authorization: `${issuer}/login/oauth/authorize`,
      token: `${issuer}/login/oauth/access_token`,
    }),
    api: 'https://api.github.com',
    async person(ask) {
      const { id } = z.parse(z.object({ id: z.int() }), await ask('/user'))
      const listed = z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })
      const addresses = z.parse(z.array(listed), await ask('/user/emails'))
      return { subject: String(id), email: addresses.find((each) => each.primary && each.verified)?.email ?? null }
    },
  },
  x: {
    issuer: 'https://x.com',
    scope: 'users.read users.email tweet.read',
    endpoints: (issuer, isReal) => ({
      issuer,
      authorization: `${issuer}/i/oauth2/authorize`,
      token: `${isReal ? 'https://api.x.com' : issuer}/2/oauth2/token`,
    }),
    api: 'https://api.x.com',
    async person(ask) {
      const told = z.object({ data: z.object({ id: z.string(), confirmed_email: z.optional(z.string()) }) })
      const { data } = z.parse(told, await ask('/2/users/me?user.fields=confirmed_email'))
      return { subject: data.id, email: data.confirmed_email ?? null }
    },
  },
}

export type SocialProviders = ReturnType<typeof createSocialProviders>

/** The providers that an operator has set up, each as two steps: where to send a person, and who came back. */
export function createSocialProviders(settings: SocialSettings) {
  const configurations = new Map<SocialProvider, Promise<client.Configuration>>()

  /** Asked once; a provider that did not answer is asked again. */
  function configurationOf(provider: SocialProvider): Promise<client.Configuration> {
    const known = configurations.get(provider)
    if (known) return known
    const asked = configure(provider)
    configurations.set(provider, asked)
    asked.catch(() => configurations.delete(provider))
    return asked
  }

  async function configure(provider: SocialProvider): Promise<client.Configuration> {
    const given = settings[provider]
    if (!given) throw new KitError('not_found', { message: 'This way to sign in is not set up here.' })
    const { issuer, endpoints, auth = client.ClientSecretBasic } = rows[provider]
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
    async authorizationUrl(
      provider: SocialProvider,
      asked: { redirectUri: string; state: string; nonce: string; verifier: string },
    ): Promise<string> {
      const { scope, parameters, person } = rows[provider]
      const configuration = await configurationOf(provider)
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: asked.redirectUri,
        scope,
        state: asked.state,
        code_challenge: await client.calculatePKCECodeChallenge(asked.verifier),
        code_challenge_method: 'S256',
        ...(person ? {} : { nonce: asked.nonce }),
        ...parameters,
      })
      return url.href
    },
    /** Exchanges what a person came back with; whatever does not fit what was asked for is refused. */
    async personOf(
      provider: SocialProvider,
      answered: { url: URL; state: string; nonce: string; verifier: string },
    ): Promise<SocialPerson> {
      const { subject, email } = await ask(provider, answered)
      if (subject === '' || subject.length > 255) throw new KitError('sign_in_unproven')
      return { subject, email: z.safeParse(address, email).success ? email : null }
    },
  }

  async function ask(
    provider: SocialProvider,
    answered: { url: URL; state: string; nonce: string; verifier: string },
  ): Promise<SocialPerson> {
    const { person, api } = rows[provider]
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
    const claims = tokens.claims()!
    const isVerified = claims.email_verified === true || claims.email_verified === 'true'
    return { subject: claims.sub, email: isVerified && typeof claims.email === 'string' ? claims.email : null }
  }
}

const address = z.email().check(z.maxLength(254))
