import { type ClientNetwork, networksOf } from '@billfold/protocol/rateLimitKey'

/**
 * The network of a client, as `clientAddress` writes it: a client with one address of a /24 or of an IPv6 /56 can often
 * have the others.
 */
export const networkOf = (client: string): string => networksOf(client)[1]?.name ?? client

/** The networks that a login's start counts for: the client's, and, with a higher limit, the /48 around an IPv6 /56. */
export function startNetworksOf(network: string): readonly ClientNetwork[] {
  const site = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/56$/.exec(network)?.[1]
  return [{ name: network, times: 1 }, ...(site ? [{ name: `${site}::/48`, times: 4 }] : [])]
}
