import { withUser } from '@billfold/server-auth/next'
import { auth } from './auth.ts'

export const GET = withUser(auth, (_request, { user }) => Response.json({ account: user.caip10 }))
