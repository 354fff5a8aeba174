import { AuthError, refusalOf } from './authError.ts'
import type { Auth, User } from './createAuth.ts'

/** The part of Hono's context that this uses. */
type Context = { req: { raw: Request }; set(key: 'user', value: User): void }

/** The environment of routes behind `requireUser`: `new Hono<UserEnv>()`. */
export type UserEnv = {
  /** The context's variables: `c.get('user')`. */
  Variables: { user: User }
}

/** Middleware for Hono: who is signed in is `c.get('user')`; no one else gets past it. */
export const requireUser =
  (auth: Auth) =>
  async (c: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    try {
      c.set('user', await auth.require(c.req.raw))
    } catch (e) {
      if (!(e instanceof AuthError)) throw e
      const { status, headers, body } = refusalOf(e)
      return new Response(body, { status, headers })
    }
    await next()
    return undefined
  }
