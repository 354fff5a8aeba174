import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { Stop } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Eip1193 } from './eip1193.ts'

/** Messages of a Mini App's host: comlink responses, and events in its SDK's format. */
const reply = z.object({
  id: z.string(),
  type: z.enum(['RAW', 'HANDLER']),
  name: z.optional(z.string()),
  value: z.optional(z.unknown()),
})
const announced = z.object({
  type: z.literal('frameEvent'),
  event: z.object({ event: z.literal('eip6963:announceProvider'), info: z.record(z.string(), z.unknown()) }),
})
const providerEvent = z.object({
  type: z.literal('frameEthProviderEvent'),
  event: z.enum(['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message']),
  params: z.array(z.unknown()),
})
const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.optional(z.string()), details: z.optional(z.string()) })),
})
const thrown = z.object({ value: z.object({ message: z.string() }) })

/** The connection to a host: the parent window, or the app around a web view. */
type Wire = { post(message: object): void; hear(run: (message: unknown) => void): Stop }

/** The name of a host's unnamed wallet. */
const nameless = { name: 'Farcaster' }
/** How long a host may take to announce its wallet. */
const announceMs = 500
/** comlink's error for a missing function. */
const isMissing = /'?apply'?\b/

/**
 * Discovers a host's wallet, as Farcaster's clients offer it to Mini Apps. Any page may have an untrusted parent:
 * without a response there is no wallet, and with one it is a wallet like any other, with its own prompts.
 */
export function discoverHostWallet(ports: Ports, offer: (detail: unknown) => void): Stop {
  const { page, clock } = ports
  const wire = wireOf(page)
  if (!wire) return () => {}
  const waiting = new Map<string, { resolve(value: unknown): void; reject(error: unknown): void }>()
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let isOffered = false

  const call = (name: string, ...given: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = page.randomId()
      waiting.set(id, { resolve, reject })
      wire.post({ id, type: 'APPLY', path: [name], argumentList: given.map((value) => ({ type: 'RAW', value })) })
    })

  let nextId = 0
  const provider: Eip1193 = {
    async request({ method, params }) {
      const request = { jsonrpc: '2.0', id: nextId++, method, ...(params === undefined ? {} : { params }) }
      const response = await call('ethProviderRequestV2', request).catch((error: unknown) => {
        // Older hosts have another function, which returns the result directly.
        if (!(error instanceof Error && isMissing.test(error.message))) throw error
        return call('ethProviderRequest', request).then((result) => ({ result }))
      })
      const read = z.safeParse(answer, response)
      if (!read.success) throw new KitError('wallet_answer_invalid')
      const { result, error } = read.data
      if (error) throw Object.assign(new Error(error.message ?? error.details ?? ''), { code: error.code })
      return result
    },
    on(event, run) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(run))
    },
    removeListener(event, run) {
      listeners.get(event)?.delete(run)
    },
  }
  const offerOnce = ({ name, icon }: { name?: unknown; icon?: unknown }) => {
    if (isOffered) return
    isOffered = true
    // Its own id: the host controls name and icon, and must not impersonate a registry wallet.
    offer({ info: { uuid: 'miniapp-host', name, icon }, provider })
  }

  const stop = wire.hear((message) => {
    const answered = z.safeParse(reply, message)
    const asker = answered.success ? waiting.get(answered.data.id) : undefined
    if (answered.success && asker) {
      const { id, type, name, value } = answered.data
      waiting.delete(id)
      if (type === 'RAW') return asker.resolve(value)
      const why = name === 'throw' ? z.safeParse(thrown, value) : undefined
      return asker.reject(new Error(why?.success ? why.data.value.message : 'The host failed'))
    }
    const offered = z.safeParse(announced, message)
    if (offered.success) return offerOnce(offered.data.event.info)
    const event = z.safeParse(providerEvent, message)
    if (event.success) for (const run of listeners.get(event.data.event) ?? []) run(event.data.params[0])
  })
  let stopWaiting: Stop | undefined
  // Without this function or a host, there is an error or no response.
  call('eip6963RequestProvider').catch(() => {})
  call('getCapabilities').then(
    (can) => {
      const names = Array.isArray(can) ? can : []
      if (names.includes('wallet.getEthereumProvider') || names.includes('wallet.getEvmProvider'))
        stopWaiting = clock.after(announceMs, () => offerOnce(nameless))
    },
    () => {},
  )
  return () => {
    stop()
    stopWaiting?.()
  }
}

function wireOf(page: Ports['page']): Wire | undefined {
  const view = page.global('ReactNativeWebView') as { postMessage?: (text: string) => void } | undefined
  if (view?.postMessage) {
    const document = page.global('document') as Document
    const shapes: Readonly<Record<string, (data: unknown) => unknown>> = {
      FarcasterFrameCallback: (data) => data,
      FarcasterFrameEvent: (event) => ({ type: 'frameEvent', event }),
      FarcasterFrameEthProviderEvent: (data) => ({ type: 'frameEthProviderEvent', ...(data as object) }),
    }
    return {
      post: (message) => view.postMessage?.(JSON.stringify(message)),
      hear(run) {
        const ends = Object.entries(shapes).map(([name, shape]) => {
          const onMessage = (e: Event) => run(shape((e as MessageEvent).data))
          document.addEventListener(name, onMessage)
          return () => document.removeEventListener(name, onMessage)
        })
        return () => {
          for (const end of ends) end()
        }
      },
    }
  }
  const parent = page.global('parent') as Window | undefined
  if (!parent || parent === page.global('self')) return undefined
  return {
    // To any origin: the protocol names none, and it contains no secrets until the visitor chooses this wallet.
    post: (message) => parent.postMessage(message, '*'),
    hear(run) {
      const onMessage = (e: Event) => {
        if ((e as MessageEvent).source === parent) run((e as MessageEvent).data)
      }
      page.events.addEventListener('message', onMessage)
      return () => page.events.removeEventListener('message', onMessage)
    },
  }
}
