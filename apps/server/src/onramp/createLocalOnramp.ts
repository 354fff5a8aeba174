import { toHttpRequest } from '@billfold/protocol/api/http'
import { localOnrampApi, localOnrampEvent, localOnrampRoutes } from '@billfold/protocol/api/localOnramp'
import { createClient } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { OnrampProvider, Report } from './onrampProvider.ts'
import { requestProvider } from './requestProvider.ts'
import { requireStamp } from './stampedSignature.ts'

type Options = { url: string; secret: string; now?: () => Date }
const never = new AbortController().signal

/** The local network's on-ramp, as an ordinary provider. */
export function createLocalOnramp({ url, secret, now = () => new Date() }: Options): OnrampProvider {
  const name = 'Local Checkout'
  const connection = { name, url, headers: () => ({ authorization: `Bearer ${secret}` }) }
  const ask = createClient(localOnrampApi, async (call, input, signal) => {
    const name = call as keyof typeof localOnrampApi
    const { path, body } = toHttpRequest(localOnrampRoutes[name], input as Record<string, unknown>)
    const answer = await requestProvider(connection, localOnrampApi[name].output, path, signal ?? never, body)
    if (answer === undefined) throw new KitError('not_found')
    return answer
  })
  return {
    id: 'local',
    name,
    pageOrigins: [new URL(url).origin],
    fixesSum: true,
    lifeMs: 60 * 60_000,
    offers: (_, signal) => ask.getOffers({}, signal),
    async quote({ asset: { chainId, address }, currency, method, pays }, signal) {
      const { id, ...quote } = await ask.createQuote({ asset: { chainId, address }, currency, method, pays }, signal)
      return { quoteId: id, currency, method, pays, ...quote }
    },
    async begin(
      { asset: { chainId, address: token }, address, currency, method, pays, reference, quoteId, back },
      signal,
    ) {
      const wish = { asset: { chainId, address: token }, currency, method, pays, address, reference, back, quoteId }
      const { id, url: page, gets } = await ask.createOrder(wish, signal)
      return { url: page, providerOrder: id, gets }
    },
    async status({ providerOrder }, signal) {
      if (providerOrder === null) return undefined
      try {
        return toReport(await ask.getOrder({ id: providerOrder }, signal))
      } catch (e) {
        // It restarted, and stores nothing.
        if (e instanceof KitError && e.code === 'not_found') return undefined
        throw e
      }
    },
    readWebhook(headers, body) {
      requireStamp(headers.get('billfold-signature'), body, secret, now())
      const event = z.safeParse(localOnrampEvent, parseJson(body))
      if (!event.success) throw new KitError('invalid_input', { message: 'This is not an order event.' })
      return [toReport(event.data.order)]
    },
  }
}

function toReport({ id: providerOrder, hash, reason, ...order }: z.infer<typeof localOnrampEvent>['order']): Report {
  return { ...order, providerOrder, hash: hash ?? undefined, reason: reason ?? undefined }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined // signed, but not an event of ours
  }
}
