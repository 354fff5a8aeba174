/** The URL of a server on this machine; one on all addresses over the machine's own. */
export function urlOf(protocol: 'http' | 'ws', host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  return `${protocol}://${reachable}:${port}`
}
