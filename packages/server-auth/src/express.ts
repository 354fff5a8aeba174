import { AuthError, refusalOf } from './authError.ts'
import type { Auth, User } from './createAuth.ts'
import type { AuthRequest } from './readToken.ts'

/** What is used of a request of Node's http, which Express's is, too. */
export type NodeRequest = {
  method?: string | undefined
  url?: string | undefined
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Express's: `https` where it, or a proxy that it trusts, has TLS. */
  protocol?: string | undefined
  user?: User | undefined
}
export type NodeResponse = {
  statusCode: number
  setHeader(name: string, value: string): unknown
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

/** Who is signed in, behind `requireUser`. */
export function userOf({ user }: NodeRequest): User {
  if (!user) throw new TypeError('This route is not behind requireUser.')
  return user
}
