import { type FrameManifest, slots } from '@billfold/protocol/frame/frameManifest'
import type { Received } from './requestAs.ts'

/** Headers of proxies and of transport, which change nothing that a browser does with the page. */
const harmless = new Set([
  ...['age', 'alt-svc', 'connection', 'content-encoding', 'content-length', 'date', 'etag', 'keep-alive'],
  ...['last-modified', 'server', 'strict-transport-security', 'transfer-encoding', 'vary', 'via', 'x-request-id'],
])

type Expected = {
  headers: FrameManifest['headers']
  kind: 'document' | 'file'
  type: string
  connect: string
  ancestors: readonly string[]
}

/** Differences of a response's headers, as ends of a sentence. */
export function compareHeaders(received: Received, { headers, kind, type, connect, ancestors }: Expected): string[] {
  const expected: Record<string, string> = { ...headers.all, 'cache-control': headers[kind], 'content-type': type }
  const policy = expected['content-security-policy'] ?? ''
  expected['content-security-policy'] = policy
    .replace(slots.connect, () => connect)
    .replace(slots.ancestors, () => [...new Set(ancestors)].join(' ') || "'none'")
  const problems = Object.entries(expected).flatMap(([name, value]) => {
    const values = received.headers[name] ?? []
    if (values.length === 0) return [`lacks the header ${name}`]
    if (values.length === 1 && values[0] === value) return []
    return [`has another ${name}: ${quote(values.join(' | '))} instead of ${quote(value)}`]
  })
  for (const name of Object.keys(received.headers))
    if (!Object.hasOwn(expected, name) && !harmless.has(name)) problems.push(`has the added header ${name}`)
  if (received.hasHints) problems.push('is preceded by early hints')
  return problems
}

/** The origins that the page may call, from a response's policy; undefined if the policy is altered in any other place. */
export function readConnect(received: Received, { headers }: Pick<Expected, 'headers'>): string | undefined {
  const template = (headers.all['content-security-policy'] ?? '').replace(slots.ancestors, "'none'")
  const [start = '', end = ''] = template.split(slots.connect)
  const [policy = '', ...more] = received.headers['content-security-policy'] ?? []
  if (more.length > 0 || !policy.startsWith(start) || !policy.endsWith(end)) return undefined
  const connect = policy.slice(start.length, policy.length - end.length)
  return connect !== '' && connect.split(' ').every(isPlainOrigin) ? connect : undefined
}

const isPlainOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

const quote = (text: string): string => JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}…` : text)
