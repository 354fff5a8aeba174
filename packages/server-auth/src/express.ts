import { AuthError, refusalOf } from './authError.ts'
import type { Auth, User } from './createAuth.ts'
import type { AuthRequest } from './readToken.ts'

/** The part of a Node http request that this uses; Express's is one too. */
export type NodeRequest = {
  /** The HTTP method; `GET` by default. */
  method?: string | undefined
  /** The path and query; `/` by default. */
  url?: string | undefined
  /** The request's headers, by their lower-case names. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Express's: `https` where it, or a proxy that it trusts, has TLS. */
  protocol?: string | undefined
  /** The signed-in user: `requireUser` sets it. */
  user?: User | undefined
}
/** The part of a Node http response that this uses. */
export type NodeResponse = {
  /** The HTTP status. */
  statusCode: number
  /** Sets a response header. */
  setHeader(name: string, value: string): unknown
  /** Sends the body and ends the response. */
  end(body: string): unknown
}

/** A request of Node's http as `auth.verify` and `auth.require` take it. */
export function toAuthRequest({ method = 'GET', url = '/', headers, protocol = 'http' }: NodeRequest): AuthRequest {
  return {
    method,
    url: `${protocol}://${headers.host ?? 'localhost'}${url}`,
    headers: {
      get(name) {
        const value = headers[name]
        return typeof value === 'string' ? value : (value?.join(', ') ?? null)
      },
    },
  }
}

/** Middleware for Express, and whatever else calls `(request, response, next)`: who is signed in is `request.user`. */
export const requireUser =
  (auth: Auth) =>
  async (request: NodeRequest, response: NodeResponse, next: (e?: unknown) => void): Promise<void> => {
    try {
      request.user = await auth.require(toAuthRequest(request))
    } catch (e) {
      if (!(e instanceof AuthError)) return next(e)
      const { status, headers, body } = refusalOf(e)
      response.statusCode = status
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      return void response.end(body)
    }
    next()
  }

/** The signed-in user, behind `requireUser`. */
export function userOf({ user }: NodeRequest): User {
  if (!user) throw new TypeError('This route is not behind requireUser.')
  return user
}
