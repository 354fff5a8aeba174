/** The differences between the six: their paths, and whether an id_token or an API identifies the person. */
export type ProviderRow = {
  name: string
  routes: { authorization: string; token: string }
  scopes: readonly string[]
  /** Whether clients send their secret in the body and not in a header. */
  isPost?: true
  /** The API that returns an access token's owner, for those without OpenID Connect. */
  users?: Readonly<Record<string, (person: Person) => unknown>>
}

export type Person = { sub: string; name: string; email: string; isVerified: boolean }

const openId = { authorization: '/authorize', token: '/token' }

/** The settings of each provider. github and x have their documented addresses under one root. */
export const providerTable: Readonly<Record<string, ProviderRow>> = {
  google: { name: 'Google', routes: openId, scopes: [] },
  apple: { name: 'Apple', routes: openId, scopes: [], isPost: true },
  facebook: { name: 'Facebook', routes: openId, scopes: ['public_profile'] },
  discord: { name: 'Discord', routes: openId, scopes: ['identify'] },
  github: {
    name: 'GitHub',
    isPost: true,
    routes: { authorization: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    scopes: ['read:user', 'user:email'],
    users: {
      '/user': ({ sub, name, email }) => ({ id: Number(sub), login: name, name, email }),
      '/user/emails': ({ email, isVerified }) => [
        { email, primary: true, verified: isVerified, visibility: 'private' },
      ],
    },
  },
  x: {
    name: 'X',
    routes: { authorization: '/i/oauth2/authorize', token: '/2/oauth2/token' },
    scopes: ['users.read', 'users.email', 'tweet.read'],
    users: {
      '/2/users/me': ({ sub, name, email, isVerified }) => ({
        data: { id: sub, name, username: name.replace(/\W/g, '_'), ...(isVerified ? { confirmed_email: email } : {}) },
      }),
    },
  },
}
