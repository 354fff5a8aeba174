import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { AuthError, authErrorOf } from './authError.ts'
import { createKeySet } from './createKeySet.ts'
import { type AuthRequest, readToken } from './readToken.ts'
import { requestApi } from './requestApi.ts'

/** How tokens are verified: `issuer`, `audience`, and one of `jwksUrl`, `keys` and `meUrl`. */
export type AuthOptions = {
  /** The issuer of the tokens: the API's PUBLIC_URL. */
  issuer: string
  /** Their audience: your project's id. */
  audience: string
  /** The URL of the API's public keys, `…/auth/v1/jwks.json`: tokens are then verified here, without a request each. */
  jwksUrl?: string | undefined
  /** Those keys themselves, in place of `jwksUrl`. */
  keys?: JSONWebKeySet | undefined
  /** The API's `…/auth/v1/me`: it is then asked about every token, and knows of sign-outs at once. */
  meUrl?: string | undefined
  /** Name of the cookie in which a browser brings the token, if it does not come in a header. */
  cookie?: string | undefined
  /** Origins whose pages may make changes with that cookie; by default the request's own. Set them behind a proxy. */
  origins?: readonly string[] | undefined
  /** The tolerated clock difference to the API; 60 by default. */
  clockSkewSeconds?: number | undefined
  /** Timeout of a request to the API; by default 5000. */
  timeoutMs?: number | undefined
  /** How the API is reached; the global `fetch` by default. */
  fetch?: typeof fetch | undefined
  /** The clock, in milliseconds; `Date.now` by default. For tests. */
  now?: (() => number) | undefined
}

/** The signed-in user. Compare `caip10`: one address can be someone else's on another chain. */
export type User = {
  /** CAIP-10, `eip155:1:0x…`; of each account in one spelling. */
  caip10: string
  /** The account's address, as its family writes it. */
  address: string
  /** CAIP-2, `eip155:1`. */
  /** The network's CAIP-2 id, such as `eip155:1`. */
  chainId: string
  /** The sign-in, the same after a renewal. */
  signInId: string
  /** When this token ends. */
  expiresAt: Date
}

/** Tells who sent a request. */
export type Auth = {
  /**
   * The user who sent the request, or undefined if no one is signed in or the token is invalid. Throws if the check
   * itself fails.
   */
  verify(request: AuthRequest): Promise<User | undefined>
  /** The user who sent the request; throws an AuthError with the reason otherwise. */
  require(request: AuthRequest): Promise<User>
}

/** Verifies who sent a request, offline by the API's public keys, online by the API, or both. */
export function createAuth(options: AuthOptions): Auth {
  const { issuer, audience, jwksUrl, keys, meUrl, cookie, clockSkewSeconds = 60, timeoutMs = 5_000 } = options
  const now = options.now ?? Date.now
  const ask: typeof fetch = options.fetch ?? ((...args) => fetch(...args))
  if (!issuer || !audience) throw new TypeError('createAuth needs issuer and audience.')
  if (!jwksUrl && !keys && !meUrl) throw new TypeError('createAuth needs jwksUrl, keys or meUrl.')
  const find = keys
    ? createLocalJWKSet(keys)
    : jwksUrl
      ? createKeySet({ url: jwksUrl, fetch: ask, now, timeoutMs })
      : undefined

  async function readClaims(token: string): Promise<JWTPayload> {
    // Without keys the API verifies: nothing of the token is used unless it confirms.
    if (!find) return decodeJwt(token)
    const { payload } = await jwtVerify(token, find, {
      ...{ algorithms: ['ES256'], typ: 'at+jwt', issuer, audience },
      ...{ clockTolerance: clockSkewSeconds, currentDate: new Date(now()), requiredClaims: ['sub', 'sid', 'exp'] },
    })
    return payload
  }
  async function require(request: AuthRequest): Promise<User> {
    const token = readToken(request, cookie ? { name: cookie, origins: options.origins } : undefined)
    if (!token) throw new AuthError('missing')
    try {
      const user = toUser(await readClaims(token))
      if (meUrl) await requestApi(token, { meUrl, projectId: audience, fetch: ask, timeoutMs })
      return user
    } catch (e) {
      throw authErrorOf(e)
    }
  }
  return {
    require,
    verify: (request) =>
      require(request).catch((e: unknown) => {
        if (e instanceof AuthError && e.code !== 'unavailable') return undefined
        throw e
      }),
  }
}

function toUser({ sub, sid, exp }: JWTPayload): User {
  const [, chainId, address] = /^([-a-z0-9]{3,8}:[-\w]{1,32}):([-.%\w]{1,128})$/.exec(sub ?? '') ?? []
  if (!sub || !chainId || !address || typeof sid !== 'string' || exp === undefined) throw new AuthError('malformed')
  return { caip10: sub, address, chainId, signInId: sid, expiresAt: new Date(exp * 1000) }
}
