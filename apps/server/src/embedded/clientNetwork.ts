/** The network of a client, as `clientAddress` writes it: who has one address of a /24 or of an IPv6 /56 can often have the others. */
export function networkOf(client: string): string {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(client)?.[1]
  if (v4) return `${v4}.0/24`
  const v6 = /^([0-9a-f:]+):([0-9a-f]{1,4})::\/64$/.exec(client)
  return v6 ? `${v6[1]}:${(Number.parseInt(v6[2]!, 16) & 0xff00).toString(16)}::/56` : client
}
