import { createServer } from 'node:http'
import { requireUser, userOf } from '@billfold/server-auth/express'
import { auth } from './auth.ts'

const guard = requireUser(auth)
export const server = createServer((request, response) =>
  guard(request, response, () => {
    response.end(JSON.stringify({ account: userOf(request).caip10 }))
  }),
)
