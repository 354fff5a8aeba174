import { devnetManifest } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { type FetchJson, fetchJson as realFetchJson } from '../rpc/fetchJson.ts'
import { devnetChains } from './devnetChains.ts'
import type { ServerChain } from './serverChain.ts'

type Options = {
  url: string
  onChain: (chain: ServerChain) => void
  fetchJson?: FetchJson
  retryMs?: number
  refreshMs?: number
}

/**
 * Reads the local network's chains from its manifest, however late it starts: often until it answers, then now and then, since a
 * network that started over may be elsewhere.
 */
export function followDevnet({ url, onChain, fetchJson = realFetchJson, retryMs = 200, refreshMs = 15_000 }: Options) {
  const stopping = new AbortController()
  const firstManifest = Promise.withResolvers<void>()
  let isKnown = false
  let timer: NodeJS.Timeout | undefined

  async function look() {
    try {
      const limits = { signal: stopping.signal, deadlineMs: 5_000, maxBytes: 2_000_000 }
      const { json } = await fetchJson(
        { url: new URL('manifest.json', url.endsWith('/') ? url : `${url}/`).href },
        limits,
      )
      const { success, data } = z.safeParse(devnetManifest, json)
      if (!success) throw new KitError('unavailable')
      for (const chain of devnetChains(data)) onChain(chain)
      isKnown = true
      firstManifest.resolve()
    } catch {
      // Not there yet, or gone for a moment: the next look tells.
    }
    if (!stopping.signal.aborted) timer = setTimeout(look, isKnown ? refreshMs : retryMs).unref()
  }
  void look()
  return {
    /** Resolves when the chains are known for the first time. */
    known: firstManifest.promise,
    isKnown: () => isKnown,
    stop() {
      stopping.abort()
      clearTimeout(timer)
    },
  }
}
