import type { RequestListener } from 'node:http'
import { KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { errorBody } from './answerError.ts'

/** The error for a malformed request URL. */
export const malformedTarget = (): KitError =>
  new KitError('invalid_request', { message: 'The request URL is malformed.' })

/** Rejects malformed requests before other middleware runs. */
export function refuseMalformed(listener: RequestListener): RequestListener {
  const error = malformedTarget()
  const body = JSON.stringify(errorBody(error))
  const headers = {
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  return (request, response) => {
    if (readRequestTarget(request.url)) listener(request, response)
    else response.writeHead(httpStatus[error.code], headers).end(body)
  }
}
