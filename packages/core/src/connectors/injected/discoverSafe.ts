import type { Stop } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { type Eip1193, makeConnector } from './eip1193.ts'
import { createSafeApp } from './safeApp.ts'

/**
 * Discovers the Safe whose page shows this one. Any page may have an untrusted parent: one that speaks Safe's protocol
 * is a wallet like any other, and what it signs is verified on chain.
 */
export function discoverSafe(ports: Ports, offer: (detail: unknown) => void): Stop {
  const { page } = ports
  const parent = page.global('parent')
  if (!parent || parent === page.global('self')) return () => {}
  const over = new AbortController()
  const safe = createSafeApp(ports)
  const provider: Eip1193 = {
    request: ({ method, params }) => safe.call(method, params),
    [makeConnector]: async (info) => (await import('./safeConnector.ts')).safeConnector(info, safe, ports),
  }
  safe.readInfo(over.signal).then(
    // Its own id: the page around this one must not impersonate a registry wallet.
    () => offer({ info: { uuid: 'safe-app', name: 'Safe' }, provider }),
    // No response, or not a Safe's.
    () => {},
  )
  return () => over.abort()
}
