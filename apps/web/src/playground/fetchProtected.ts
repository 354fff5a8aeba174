import * as z from 'zod/mini'

const answered = z.object({ address: z.string(), caip2Network: z.string() })

/** This site's server's response to a token, as a sentence. */
export async function fetchProtected(token: string | undefined): Promise<string> {
  try {
    const response = await fetch('/protected.json', {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.timeout(10_000),
    })
    if (response.status === 401) return 'Not for you: sign in first.'
    if (!response.ok) return 'The server could not ask who you are. Try again.'
    const { address, caip2Network } = answered.parse(await response.json())
    return `The server knows you as ${address} on ${caip2Network}.`
  } catch {
    return 'The server did not respond. Try again.'
  }
}
