import type { DevnetManifest } from '@billfold/protocol/devnetManifest'

/** As long as anything else in a journey may take on a busy machine. */
const patienceMs = 40_000

/** Calls a node of the local network, as any client would. */
export async function callNode<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** The manifest of a running local network. */
export async function readManifest(devnetUrl: string): Promise<DevnetManifest> {
  const response = await fetch(`${devnetUrl}/manifest.json`, { signal: AbortSignal.timeout(patienceMs) })
  return (await response.json()) as DevnetManifest
}
