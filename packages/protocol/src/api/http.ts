import type { Contract } from '../contract.ts'

/**
 * The route of a call of an HTTP contract. `:name` in a path takes that field of the input; `status` is 200 by default.
 */
export type HttpRoute = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: `/${string}`; status?: 202 }

/** A place for every call of a contract: a call without one does not compile. */
export type HttpRoutes<C extends Contract> = { readonly [K in keyof C]: HttpRoute }

/** A server's error response: the shape that existing clients read, plus our code. */
export type ErrorBody = { status: 'FAILED'; code: string; reasons: { field: string; description: string }[] }

/** One call as a request: fields named in the path go there, then a GET or DELETE has a query and the rest a JSON body. */
export function toHttpRequest(
  { method, path }: HttpRoute,
  input: Record<string, unknown>,
): { method: HttpRoute['method']; path: string; query: URLSearchParams; body: string | undefined } {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  // Every server checks who is asking before it reads a body, so that much is always in the query.
  const inQuery = method === 'GET' || method === 'DELETE' ? Object.keys(rest) : ['projectId', 'st', 'sv', 'clientId']
  for (const name of inQuery) {
    const value = rest[name]
    delete rest[name]
    // As existing clients do: what is empty is left out.
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return { method, path: filled, query, body: hasBody ? JSON.stringify(rest) : undefined }
}
