import type { Http, HttpRequest } from './http.ts'

type Answer = { status?: number; body: unknown; retryAfter?: string }

/** A mock network that records its requests. */
export function fakeHttp(answer: (request: HttpRequest) => Answer | Promise<Answer>) {
  const requests: HttpRequest[] = []
  const http: Http = async (request) => {
    requests.push(request)
    const { status = 200, body, retryAfter } = await answer(request)
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body), retryAfter }
  }
  return { http, requests }
}
