import { createFarcasterLogin, type FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import type { FarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { KitError } from '@billfold/protocol/error'

const maxResponseLength = 65_536

/** Signing in with Farcaster before the guardian: with channels, a host and a node of its own. */
export const createFarcaster = (
  settings: FarcasterSettings | undefined,
  publicUrl: string,
  deadlineMs = 5_000,
): FarcasterLogin | undefined =>
  settings &&
  createFarcasterLogin(settings, {
    origin: publicUrl,
    async ask({ url, method, headers, body }) {
      const answer = await fetch(url, {
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(deadlineMs),
      })
      return { status: answer.status, json: JSON.parse(await readText(answer)) }
    },
  })

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by an error cancels the stream.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxResponseLength) throw new KitError('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
