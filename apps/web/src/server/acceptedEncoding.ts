export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * The smallest encoding that both sides have: the client's Accept-Encoding, weights included, against the built ones.
 */
export function acceptedEncoding(header: string | undefined, built: { br?: unknown; gzip?: unknown }): Encoding {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))
    if (name) weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1)
  }
  const allows = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  if (built.br && allows('br')) return 'br'
  if (built.gzip && allows('gzip')) return 'gzip'
  return 'identity'
}
