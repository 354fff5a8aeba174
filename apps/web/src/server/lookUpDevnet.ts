import { parse } from '@billfold/protocol/contract'
import { type DevnetManifest, devnetManifest } from '@billfold/protocol/devnetManifest'
import { localNetworks } from './localNetworks.ts'

/** Every origin that a page needs for the local network: nodes, bundlers, paymasters and faucets. */
export function originsOf(manifest: DevnetManifest): string[] {
  const urls = localNetworks(manifest).flatMap((local) => local.urls)
  return [...new Set([...urls, manifest.faucetUrl].map((url) => new URL(url).origin))].sort()
}

type Options = { manifestUrl: URL; deadlineMs?: number; freshMs?: number; now?: () => number }

/**
 * Returns the local network's manifest. Keeps the last one while the network is down, so that a page opened in that
 * moment can still reach it when it returns.
 */
export function createDevnetLookup({ manifestUrl, deadlineMs = 1_000, freshMs = 5_000, now = Date.now }: Options) {
  let known: DevnetManifest | undefined
  let freshUntil = 0
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      const answer = await fetch(manifestUrl, { signal: AbortSignal.timeout(deadlineMs) })
      if (!answer.ok) return
      known = parse(devnetManifest, await answer.json())
      freshUntil = now() + freshMs
    } catch {
      // The network is down or its manifest is invalid: the page shows that itself, and the known one stays allowed.
    }
  }

  return async (): Promise<DevnetManifest | undefined> => {
    if (now() < freshUntil) return known
    asking ??= ask().finally(() => {
      asking = undefined
    })
    // Only the first page waits; later ones use the known one while a request runs.
    if (!known) await asking
    return known
  }
}
