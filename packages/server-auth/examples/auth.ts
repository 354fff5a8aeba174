import { createAuth } from '@billfold/server-auth'

export const auth = createAuth({
  jwksUrl: `${process.env.API_URL}/auth/v1/jwks.json`,
  issuer: process.env.API_ISSUER ?? 'https://api.shop.example',
  audience: 'shop',
})
