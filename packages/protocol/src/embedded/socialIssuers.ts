import * as z from 'zod/mini'
import type { AccountProvider, SocialProvider } from './embeddedApi.ts'

/** A person as a provider identifies them. The address only if the provider verified it; the name is self-chosen. */
export type SocialPerson = { subject: string; email: string | null; name?: string | undefined }

/** How to query one provider, from its documentation, as data. */
export type SocialIssuer = {
  /** Its brand name. */
  title: string
  /** Its real URL. */
  issuer: string
  scope: string
  parameters?: Record<string, string>
  /** Whether the client's secret goes into the body, and not into a header. */
  isPost?: true
  /** What it does not publish: with OpenID Connect it publishes everything. */
  endpoints?: (
    issuer: string,
    isReal: boolean,
  ) => { issuer: string; authorization: string; token: string; jwks?: string }
  /** Fetches the person, if the provider has no id_token. */
  person?: (ask: (path: string) => Promise<unknown>) => Promise<SocialPerson>
  api?: string
}

/**
 * The six providers. The real ones' rows are from their documentation; the tests run against stand-ins with the same
 * protocol.
 */
export const socialIssuers: Readonly<Record<SocialProvider, SocialIssuer>> = {
  google: { title: 'Google', issuer: 'https://accounts.google.com', scope: 'openid email profile' },
  apple: {
    title: 'Apple',
    issuer: 'https://appleid.apple.com',
    scope: 'openid email',
    // Apple gives an address only so.
    parameters: { response_mode: 'form_post' },
    isPost: true,
  },
  discord: { title: 'Discord', issuer: 'https://discord.com', scope: 'openid email' },
  facebook: {
    title: 'Facebook',
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
    title: 'GitHub',
    issuer: 'https://github.com',
    scope: 'read:user user:email',
    isPost: true,
    endpoints: (issuer, isReal) => ({
      issuer: isReal ? `${issuer}/login/oauth` : issuer,
      authorization: `${issuer}/login/oauth/authorize`,
      token: `${issuer}/login/oauth/access_token`,
    }),
    api: 'https://api.github.com',
    async person(ask) {
      const { id, login } = z.parse(z.object({ id: z.int(), login: z.optional(z.string()) }), await ask('/user'))
      const listed = z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })
      const addresses = z.parse(z.array(listed), await ask('/user/emails'))
      const email = addresses.find((each) => each.primary && each.verified)?.email ?? null
      return { subject: String(id), email, name: login }
    },
  },
  x: {
    title: 'X',
    issuer: 'https://x.com',
    scope: 'users.read users.email tweet.read',
    endpoints: (issuer, isReal) => ({
      issuer,
      authorization: `${issuer}/i/oauth2/authorize`,
      token: `${isReal ? 'https://api.x.com' : issuer}/2/oauth2/token`,
    }),
    api: 'https://api.x.com',
    async person(ask) {
      const shape = z.object({
        data: z.object({
          id: z.string(),
          username: z.optional(z.string()),
          confirmed_email: z.optional(z.string()),
        }),
      })
      const { data } = z.parse(shape, await ask('/2/users/me?user.fields=confirmed_email'))
      return { subject: data.id, email: data.confirmed_email ?? null, name: data.username }
    },
  },
}

/** A provider's brand name. */
export const titleOf = (provider: AccountProvider): string =>
  provider === 'farcaster' ? 'Farcaster' : socialIssuers[provider].title

const address = z.email().check(z.maxLength(254))
const isVerified = (claim: unknown): boolean => claim === true || claim === 'true'

/** The person that an id_token's claims name, once the token itself was checked. */
export const personOfClaims = (claims: { sub: string; [claim: string]: unknown }): SocialPerson => ({
  subject: claims.sub,
  email: isVerified(claims.email_verified) && typeof claims.email === 'string' ? claims.email : null,
  name: typeof claims.name === 'string' ? claims.name : undefined,
})

/** A person in a form to store and show; undefined if the provider named no one. */
export function readSocialPerson({ subject, email, name }: SocialPerson): SocialPerson | undefined {
  if (subject === '' || subject.length > 255) return undefined
  const shown = name?.replace(/\p{C}/gu, '').trim().slice(0, 60)
  return { subject, email: z.safeParse(address, email).success ? email : null, ...(shown ? { name: shown } : {}) }
}
