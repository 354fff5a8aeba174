import type { JsonWebKey } from 'node:crypto'
import Provider, { interactionPolicy } from 'oidc-provider'
import type { Person, ProviderRow } from './providerTable.ts'

/** The client id of the local stack at all six. Its secret is public. */
export const localClient = { id: 'billfold-local', secret: 'billfold-local-secret' }

type Options = {
  issuer: string
  row: ProviderRow
  redirectUris: readonly string[]
  key: JsonWebKey
  /** Everyone who has logged in here, by subject. */
  persons: ReadonlyMap<string, Person>
}

/** One provider with the real protocol: single-use codes, PKCE, tokens that expire. Only its people are made up. */
export function createIssuer({ issuer, row, redirectUris, key, persons }: Options): Provider {
  const isOpenId = !row.users
  const policy = interactionPolicy.base()
  // Every login asks for a name again, like an account chooser.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('who', 'Say who you are', (ctx) =>
        ctx.oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    )
  return new Provider(issuer, {
    clients: [
      {
        client_id: localClient.id,
        client_secret: localClient.secret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        // As with each of the real ones.
        token_endpoint_auth_method: row.isPost ? 'client_secret_post' : 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'local' }] as never },
    cookies: { keys: ['everybody knows this'] },
    // The real providers put the profile into the id_token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile', 'name', ...row.scopes],
    routes: row.routes,
    pkce: { required: () => !isOpenId && row.name === 'X' },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: isOpenId } },
    interactions: { policy, url: (_, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    // Consent is implied: this is a stack on one's own machine.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope(['openid', 'email', 'profile', 'name', ...row.scopes].join(' '))
      await grant.save()
      return grant
    },
    async findAccount(_, sub) {
      const person = persons.get(sub)
      if (!person) return undefined
      const { name, email, isVerified } = person
      return { accountId: sub, claims: async () => ({ sub, name, email, email_verified: isVerified }) }
    },
  })
}
