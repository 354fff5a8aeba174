import { AuthError, refusalOf } from '@billfold/server-auth'
import { auth } from './auth.ts'

export async function handle(request: Request): Promise<Response> {
  try {
    const user = await auth.require(request)
    return Response.json({ account: user.caip10 })
  } catch (e) {
    if (!(e instanceof AuthError)) throw e
    const { body, ...init } = refusalOf(e)
    return new Response(body, init)
  }
}
