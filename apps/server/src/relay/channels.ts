const prefix = 'billfold:relay:'

/** The number of shards of topics, which a cluster spreads over its servers. */
export const shards = 32

/** A shard's channel. Braces are what a cluster picks the server by. */
export const channelOf = (shard: number, name: string): string => `${prefix}{${shard}}:${name}`

/** The shard and name of a channel; undefined if it is another program's. */
export function readChannel(channel: string): { shard: number; name: string } | undefined {
  if (!channel.startsWith(prefix)) return undefined
  const end = channel.indexOf(':', prefix.length)
  return { shard: Number(channel.slice(prefix.length + 1, end - 1)), name: channel.slice(end + 1) }
}

export const shardOf = (topic: string): number => Number.parseInt(topic.slice(0, 2), 16) % shards

/** Splits items by topic into lists that one server takes at once. */
export function byServer<T>(items: Iterable<T>, topicOf: (item: T) => string, isSharded: boolean): T[][] {
  const lists = new Map<number, T[]>()
  for (const item of items) {
    const shard = isSharded ? shardOf(topicOf(item)) : 0
    const list = lists.get(shard)
    if (list) list.push(item)
    else lists.set(shard, [item])
  }
  return [...lists.values()]
}
