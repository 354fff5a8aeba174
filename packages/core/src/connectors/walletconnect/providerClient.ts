import { KitError } from '@billfold/protocol/error'
import type { ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import { lifetimes } from '@billfold/protocol/wc/session'
import { kitErrorOfPeer } from '@billfold/protocol/wc/wcErrors'
import type { Stop } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import type { WcEvent } from '../../wc/answerPeer.ts'
import { isExpired, type WcSession, wcSession } from '../../wc/wcSession.ts'
import type { HubClient } from './hubParts.ts'
import type { SiteLinks } from './siteLinks.ts'

/** The part of WalletConnect's `UniversalProvider` that the kit uses. */
export type UniversalProvider = {
  /** Its session; read again each time. */
  readonly session?: unknown
  /** Proposes a session, and emits its link as `display_uri`. */
  connect(options: { optionalNamespaces: never }): Promise<unknown>
  /** Ends the session. */
  disconnect(): Promise<void>
  /** Sends a request to the wallet. */
  request(request: { method: string; params?: never }, chainId?: string, expiry?: number): Promise<unknown>
  /** Subscribes. */
  on(event: string, listener: (value: unknown) => void): unknown
  /** Unsubscribes. */
  removeListener(event: string, listener: (value: unknown) => void): unknown
}

type Lent = {
  /** Absent if the site keeps its provider private, and only passes links. */
  provider?: UniversalProvider | undefined
  /** The site starts every pairing itself: the dialog shows its links, and creates none. */
  isManual: boolean
  links: SiteLinks
}

/** A site's own WalletConnect provider in place of the kit's client: uses its session, and shows its links. */
export function providerClient({ provider, isManual, links }: Lent, { clock, log }: Ports) {
  return (proposal: () => ProposalNamespaces): HubClient => {
    const listeners = new Set<(event: WcEvent) => void>()
    const waiting = new Set<(session: WcSession) => void>()
    const stops: Stop[] = []
    const tell = (event: WcEvent) => {
      for (const listener of [...listeners]) listener(event)
    }
    const hear = (name: string, listener: (value: unknown) => void): Stop => {
      provider?.on(name, listener)
      return () => void provider?.removeListener(name, listener)
    }
    const session = () => sessionOf(provider, clock.now())
    let topic = session()?.topic

    const ended = () => {
      if (topic === undefined || session()) return
      topic = undefined
      tell({ type: 'ended', by: 'wallet' })
    }
    const connected = () => {
      const now = session()
      if (!now) return log.error('The session of universalProvider is unusable')
      if (now.topic === topic) return
      topic = now.topic
      if (waiting.size > 0) for (const take of [...waiting]) take(now)
      else tell({ type: 'updated', session: now, isLent: true })
    }
    stops.push(
      hear('connect', connected),
      hear('session_delete', ended),
      hear('session_expire', ended),
      hear('disconnect', ended),
      hear('session_update', () => {
        const now = session()
        if (now) tell({ type: 'updated', session: now })
      }),
      hear('session_event', (value) => {
        const event = eventOf(value)
        if (event && session()) tell(event)
      }),
    )

    return {
      onStatus: () => () => undefined,
      session,
      on(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      async propose({ signal, onUri }) {
        const { promise, resolve, reject } = Promise.withResolvers<WcSession>()
        const show = (uri: unknown) =>
          typeof uri === 'string' && onUri(uri, clock.now() + (lifetimes.proposal - 60) * 1000)
        const own = [links.on(onUri), hear('display_uri', show)]
        waiting.add(resolve)
        // The site's own link suffices.
        if (!links.show(onUri) && !isManual)
          provider
            ?.connect({ optionalNamespaces: proposal() as never })
            .then(connected, (e: unknown) => reject(errorOf(e)))
        try {
          return await untilAborted(signal, promise)
        } finally {
          waiting.delete(resolve)
          for (const stop of own) stop()
        }
      },
      request: ({ chainId, method, params, signal, expirySeconds = lifetimes.request.min }) =>
        untilAborted(
          signal,
          provider?.request({ method, params: params as never }, chainId, expirySeconds) ??
            Promise.reject(new KitError('provider_disconnected')),
        ).catch((e: unknown) => {
          throw errorOf(e)
        }),
      async disconnect() {
        if (!session()) return
        await provider?.disconnect().catch((e: unknown) => log.info('Could not notify the wallet', e))
        if (topic === undefined) return
        topic = undefined
        tell({ type: 'ended', by: 'user' })
      },
      keepProperties: () => undefined,
      dispose() {
        for (const stop of stops) stop()
        listeners.clear()
        waiting.clear()
      },
    }
  }
}

/** Converts a provider's error: WalletConnect's codes take precedence. */
function errorOf(e: unknown): KitError {
  if (e instanceof KitError) return e
  const { code, message } = (e ?? {}) as { code?: unknown; message?: unknown }
  return kitErrorOfPeer({
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : '',
  })
}

/** A provider's current session, if valid. */
export function sessionOf(provider: UniversalProvider | undefined, nowMs: number): WcSession | undefined {
  const { success, data } = wcSession.safeParse(provider?.session)
  return success && !isExpired(data, nowMs) ? data : undefined
}

/** Converts a provider's event. */
function eventOf(value: unknown): WcEvent | undefined {
  const { event, chainId } = ((value as { params?: unknown } | null)?.params ?? {}) as {
    event?: { name?: unknown; data?: unknown }
    chainId?: unknown
  }
  if (typeof event?.name !== 'string' || typeof chainId !== 'string') return undefined
  return { type: 'event', name: event.name, data: event.data, chainId }
}
