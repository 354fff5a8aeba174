import { createAuth } from '@billfold/server-auth'

const auth = createAuth({
  jwksUrl: `${process.env.API_URL}/auth/v1/jwks.json`,
  meUrl: `${process.env.API_URL}/auth/v1/me`,
  issuer: process.env.API_ISSUER ?? 'https://api.shop.example',
  audience: 'shop',
  cookie: '__Host-token',
  origins: ['https://shop.example'],
})

/** The page calls this once after each sign-in and renewal, with the token in its Authorization header. */
export async function startSession(request: Request): Promise<Response> {
  const { expiresAt } = await auth.require(request)
  const token = request.headers.get('authorization')?.split(' ')[1]
  const cookie = `__Host-token=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}`
  return new Response(null, { status: 204, headers: { 'Set-Cookie': cookie } })
}

export async function placeOrder(request: Request): Promise<Response> {
  const user = await auth.verify(request)
  return user ? Response.json({ account: user.caip10 }) : Response.json({ code: 'signed_out' }, { status: 401 })
}
