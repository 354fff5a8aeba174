import { requireUser, type UserEnv } from '@billfold/server-auth/hono'
import { Hono } from 'hono'
import { auth } from './auth.ts'

export const app = new Hono<UserEnv>()
app.use('/account/*', requireUser(auth))
app.get('/account/me', (c) => c.json({ account: c.get('user').caip10 }))
