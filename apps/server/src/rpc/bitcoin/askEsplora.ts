import { KitError } from '@billfold/protocol/error'
import type { ServerChain } from '../../chains/serverChain.ts'
import { type FetchText, fetchText as realFetchText } from '../fetchJson.ts'

const limits = { deadlineMs: 10_000, maxBytes: 8_000_000 }

type Asked = { path: string; post?: string | undefined; signal?: AbortSignal | undefined }

/** Asks a chain's sources in Esplora's words, each in turn until one answers: what a source says no to is an answer. */
export async function askEsplora(
  { rpcUrls, name }: Pick<ServerChain, 'rpcUrls' | 'name'>,
  { path, post, signal }: Asked,
  fetchText: FetchText = realFetchText,
): Promise<{ status: number; text: string }> {
  let failure: unknown
  for (const base of rpcUrls)
    try {
      const url = `${base.replace(/\/$/, '')}${path}`
      const headers = { accept: '*/*', ...(post === undefined ? {} : { 'content-type': 'text/plain' }) }
      const request = post === undefined ? { url, headers } : { url, headers, body: post }
      const { status, text } = await fetchText(request, { ...limits, signal })
      if (status < 500 && status !== 429) return { status, text }
      failure = new KitError('unavailable', { message: `The source answered ${status}.` })
    } catch (e) {
      if (signal?.aborted) throw e
      failure = e
    }
  throw new KitError('unavailable', { message: `No source of ${name} answers.`, cause: failure })
}
