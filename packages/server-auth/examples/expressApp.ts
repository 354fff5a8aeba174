import { requireUser, userOf } from '@billfold/server-auth/express'
import express from 'express'
import { auth } from './auth.ts'

export const app = express()
app.use('/account', requireUser(auth))
app.get('/account/me', (request, response) => {
  response.json({ account: userOf(request).caip10 })
})
