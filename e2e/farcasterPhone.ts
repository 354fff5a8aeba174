/**
 * Signs in on the local phone behind a Farcaster link, as a person with any name: registers them on the local chain
 * first, signs the channel's request and sends it to the relay. The same as pressing "Sign in" on the link's page.
 */
export async function signOnPhone(
  url: string,
  { name, by = 'custody' }: { name: string; by?: 'custody' | 'authAddress' },
): Promise<void> {
  const body = new URLSearchParams({ name, by })
  const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(30_000) })
  if (answer.status !== 200) throw new Error(`The phone did not sign: ${answer.status}`)
}
