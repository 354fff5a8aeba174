import { KitError } from '@billfold/protocol/error'
import type { ServerChain } from '../chains/serverChain.ts'
import { type NodeSocket, type NodeSocketOptions, type Notice, openNodeSocket } from './nodeSocket.ts'
import { writeJson } from './writeJson.ts'

/** A caller of a feed. Results are JSON, ready to send. */
type FeedListener = { onResult(json: string): void; onLost(): void }
/** Joins the subscription with these parameters; resolves, once the node has it, with a function that leaves it. */
export type SharedFeeds = (
  chain: Pick<ServerChain, 'id' | 'wsUrls'>,
  params: readonly unknown[],
  listener: FeedListener,
) => Promise<() => void>

type Options = {
  limits?: Pick<NodeSocketOptions, 'deadlineMs' | 'maxBytes'>
  open?: typeof openNodeSocket
  /** Subscriptions over one socket to a node. */
  perSocket?: number
}

type Feed = { id: string | undefined; listeners: Set<FeedListener>; opened: Promise<unknown> }
/** A socket to a node, with its subscriptions. */
type Hub = {
  socket: Promise<NodeSocket>
  feeds: Map<string, Feed>
  byId: Map<string, Feed>
  early: Map<string, Notice[]>
}

/** Early notifications kept for a subscription whose id is not known yet. */
const maxEarly = 100

/**
 * Shares `eth_subscribe` among callers: equal subscriptions are one at the node, over shared sockets, and each
 * notification is parsed and written once.
 */
export function createSharedFeeds({ limits, open = openNodeSocket, perSocket = 500 }: Options = {}): SharedFeeds {
  const hubs = new Map<string, Set<Hub>>()

  function openHub({ id, wsUrls }: Pick<ServerChain, 'id' | 'wsUrls'>): Hub {
    const ofChain = hubs.get(id) ?? new Set()
    hubs.set(id, ofChain)
    const end = () => {
      ofChain.delete(hub)
      for (const { listeners } of [...hub.feeds.values()]) for (const listener of [...listeners]) listener.onLost()
      hub.feeds.clear()
    }
    const hub: Hub = {
      feeds: new Map(),
      byId: new Map(),
      early: new Map(),
      socket: open({ urls: wsUrls, onNotice: (notice) => hear(hub, notice), onLost: end, ...limits }),
    }
    hub.socket.catch(() => ofChain.delete(hub))
    ofChain.add(hub)
    return hub
  }

  function begin(hub: Hub, key: string, params: readonly unknown[]): Feed {
    const feed: Feed = { id: undefined, listeners: new Set(), opened: Promise.resolve() }
    hub.feeds.set(key, feed)
    feed.opened = (async () => {
      const id = await (await hub.socket).request('eth_subscribe', params)
      if (typeof id !== 'string') throw new KitError('unavailable', { message: 'The node returned no subscription.' })
      feed.id = id
      hub.byId.set(id, feed)
      for (const notice of hub.early.get(id) ?? []) hear(hub, notice)
      hub.early.delete(id)
      // Everyone may have left while it was opened.
      if (feed.listeners.size === 0) drop(hub, key, feed)
    })()
    feed.opened.catch(() => hub.feeds.get(key) === feed && hub.feeds.delete(key))
    return feed
  }

  function drop(hub: Hub, key: string, feed: Feed): void {
    const { id } = feed
    if (id === undefined || hub.feeds.get(key) !== feed) return
    hub.feeds.delete(key)
    hub.byId.delete(id)
    const isLast = hub.feeds.size === 0
    // A node that misses this ends it with the socket.
    const closing = hub.socket.then((socket) => (isLast ? socket.close() : socket.request('eth_unsubscribe', [id])))
    closing.catch(() => {})
    if (isLast) for (const ofChain of hubs.values()) ofChain.delete(hub)
  }

  return async (chain, params, listener) => {
    const key = writeJson(params)
    const ofChain = [...(hubs.get(chain.id) ?? [])]
    const hub =
      ofChain.find(({ feeds }) => feeds.has(key)) ??
      ofChain.find(({ feeds }) => feeds.size < perSocket) ??
      openHub(chain)
    const feed = hub.feeds.get(key) ?? begin(hub, key, params)
    feed.listeners.add(listener)
    try {
      await feed.opened
    } catch (e) {
      feed.listeners.delete(listener)
      throw e
    }
    return () => {
      if (feed.listeners.delete(listener) && feed.listeners.size === 0) drop(hub, key, feed)
    }
  }
}

function hear(hub: Hub, notice: Notice): void {
  const id = String(notice.params.subscription)
  const feed = hub.byId.get(id)
  if (feed) {
    const json = writeJson(notice.params.result)
    for (const listener of [...feed.listeners]) listener.onResult(json)
    return
  }
  // Even for a subscription that just ended: those are few, and later ones replace them.
  const early = hub.early.get(id) ?? []
  if (early.length >= maxEarly) return
  hub.early.set(id, [...early, notice])
  if (hub.early.size > maxEarly) for (const oldest of hub.early.keys()) if (hub.early.delete(oldest)) break
}
