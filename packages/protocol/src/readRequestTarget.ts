/** A request's target: its raw path, still escaped, and its query. */
export type RequestTarget = { path: string; query: URLSearchParams }

// Printable ASCII that begins with one slash. Two of them would name a host, and so would a backslash, which URL parsers take for one.
const form = /^\/(?![/\\])[!"$->@-[\]-~]*(?:\?[!"$-~]*)?$/

/**
 * Reads the address in the first line of an HTTP request, of which anything can come over a socket. Undefined when it is malformed:
 * another server's address (`//host`, `http://host/`), `*`, characters that had to be escaped, an escape that stands for no character.
 */
export function readRequestTarget(target: string | undefined): RequestTarget | undefined {
  if (target === undefined || !form.test(target) || !isDecodable(target)) return undefined
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  return { path, query: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)) }
}

function isDecodable(text: string): boolean {
  try {
    // The result is used, since bundlers take the call for pure and drop it otherwise.
    return decodeURIComponent(text).length >= 0
  } catch {
    return false // the only way to check
  }
}
