import { providerError } from '../providerError.ts'
import { parseObject } from '../quantity.ts'
import type { Method, WalletContext } from '../walletContext.ts'
import type { WalletChain } from '../walletSession.ts'

const pollMs = 500
const stopsOf = new WeakMap<WalletContext, Map<string, () => void>>()

function stops(context: WalletContext): Map<string, () => void> {
  const map = stopsOf.get(context) ?? new Map<string, () => void>()
  stopsOf.set(context, map)
  return map
}

const subscribe: Method = async (context, [kind, filter]) => {
  const chain = context.session.chain()
  const news = kind === 'newHeads' ? newHeads : kind === 'logs' ? logs : undefined
  if (!news) throw providerError('invalid_input', `Subscriptions are newHeads or logs, not ${String(kind)}`)
  const next = await news(context, chain, filter)
  const id = `0x${[...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')}`
  let timer: ReturnType<typeof setTimeout>
  const poll = async () => {
    // Retries while the chain is down; a subscription cannot report a failure.
    const results = await next().catch(() => [])
    if (!stops(context).has(id)) return
    for (const result of results)
      context.emit('message', { type: 'eth_subscription', data: { subscription: id, result } })
    timer = setTimeout(poll, pollMs)
  }
  timer = setTimeout(poll, pollMs)
  // A subscription belongs to its chain: one that outlived a switch would report the wrong blocks.
  const forget = context.session.subscribe((_, after) => after.chainId !== chain.id && stops(context).get(id)?.())
  stops(context).set(id, () => {
    clearTimeout(timer)
    forget()
    stops(context).delete(id)
  })
  return id
}

async function newHeads(context: WalletContext, chain: WalletChain): Promise<() => Promise<unknown[]>> {
  const filter = await context.rpc(chain, 'eth_newBlockFilter', [])
  // Some nodes begin with the block that is there already; a subscription begins with the next.
  await context.rpc(chain, 'eth_getFilterChanges', [filter])
  return async () => {
    const hashes = (await context.rpc(chain, 'eth_getFilterChanges', [filter])) as string[]
    return Promise.all(hashes.map((hash) => context.rpc(chain, 'eth_getBlockByHash', [hash, false])))
  }
}

async function logs(context: WalletContext, chain: WalletChain, filter: unknown): Promise<() => Promise<unknown[]>> {
  const { address, topics } = parseObject(filter ?? {}, 'The filter')
  const id = await context.rpc(chain, 'eth_newFilter', [{ address, topics }])
  return async () => (await context.rpc(chain, 'eth_getFilterChanges', [id])) as unknown[]
}

/** Subscriptions, made of a node's filters: they work over any transport, and arrive as EIP-1193 messages. */
export const subscriptionMethods: Record<string, Method> = {
  eth_subscribe: subscribe,
  eth_unsubscribe: async (context, [id]) => {
    const stop = stops(context).get(String(id))
    stop?.()
    return stop !== undefined
  },
}

/** Ends every subscription: the page is going away. */
export function endSubscriptions(context: WalletContext): void {
  for (const stop of [...stops(context).values()]) stop()
}
