import { AuthError } from './authError.ts'

/** The part of a request that this reads: every `Request` has it, and the adapters convert frameworks' own. */
export type AuthRequest = {
  /** The HTTP method: those that change things are held to `origins`. */
  method: string
  /** The whole address of the request. */
  url: string
  /** The headers of the request: `Authorization`, `Cookie` and `Origin` are read. */
  headers: { get(name: string): string | null }
}

/** The cookie that holds the token, if not a header; and the origins whose pages may send changes with it. */
export type CookieOptions = { name: string; origins?: readonly string[] | undefined }

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const longest = 4_096

/** The token of a request: of its `Authorization: Bearer`, or of its cookie. Undefined where there is none. */
export function readToken(request: AuthRequest, cookie?: CookieOptions): string | undefined {
  const [scheme, token, ...rest] = (request.headers.get('authorization') ?? '').trim().split(/ +/)
  if (/^bearer$/i.test(scheme ?? '')) {
    if (!token || rest.length > 0 || token.length > longest) throw new AuthError('malformed')
    return token
  }
  const value = cookie ? readCookie(request.headers.get('cookie') ?? '', cookie.name) : undefined
  if (value === undefined) return undefined
  // Browsers send a cookie along with what other sites' pages ask for, a header they do not.
  if (!safeMethods.has(request.method.toUpperCase()) && !isOwnPage(request, cookie?.origins))
    throw new AuthError('origin')
  if (value.length > longest) throw new AuthError('malformed')
  return value
}

/** The value of a cookie; two of one name are someone's trick, and neither is believed. */
function readCookie(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
  if (values.length > 1) throw new AuthError('malformed')
  return values[0] || undefined
}

function isOwnPage({ url, headers }: AuthRequest, origins: readonly string[] | undefined): boolean {
  const origin = headers.get('origin')
  if (!origin) return headers.get('sec-fetch-site') === 'same-origin'
  const own = origins ?? (URL.canParse(url) ? [new URL(url).origin] : [])
  return own.includes(origin)
}
