import { AuthError, refusalOf } from './authError.ts'
import type { Auth, User } from './createAuth.ts'

/** A route handler of Next.js, or of whatever else calls functions from Request to Response. */
type Handler<C> = (request: Request, context: C) => Response | Promise<Response>

/** Wraps a route handler: it runs for who is signed in, and finds them in its context as `user`. */
export const withUser =
  <C extends object = object>(auth: Auth, handler: Handler<C & { user: User }>): Handler<C> =>
  async (request, context) => {
    let user: User
    try {
      user = await auth.require(request)
    } catch (e) {
      if (!(e instanceof AuthError)) throw e
      const { status, headers, body } = refusalOf(e)
      return new Response(body, { status, headers })
    }
    return handler(request, { ...context, user })
  }
