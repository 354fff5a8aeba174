import type { BrowserContext } from 'playwright-core'

export type Guard = {
  /** The page's violations so far, one sentence each. */
  problems: readonly string[]
  /** Throws with every problem, if there is one. */
  check: () => void
}

type Options = {
  /** Our ports on this machine. */
  ports: readonly number[]
  /** Other hosts that are ours. */
  hosts?: readonly string[]
  /** Messages that a journey causes on purpose, such as a refused connection. */
  allow?: readonly RegExp[]
}

/**
 * Watches every page of a context, and records each policy violation, console error or warning, uncaught error, and
 * request to another host or to a port that is not ours. Other hosts are out of reach: the browser resolves none
 * (`harness.ts`).
 */
export async function guardContext(
  context: BrowserContext,
  { ports, hosts = [], allow = [] }: Options,
): Promise<Guard> {
  const problems: string[] = []
  const isAllowed = (url: string) => hosts.includes(new URL(url).hostname) || isOurs(url, ports)
  const note = (sentence: string) => {
    if (!allow.some((pattern) => pattern.test(sentence))) problems.push(sentence)
  }

  await context.exposeBinding('reportViolation', (_, text: string) => note(`Policy violation: ${text}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation
      report(`${event.effectiveDirective} stopped ${event.blockedURI || 'inline'} ${event.sample}`)
    })
  })
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`Console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => note(`Uncaught: ${error.error().message}`))
  context.on('request', (request) => {
    if (!isAllowed(request.url())) note(`Request to another host: ${request.url()}`)
  })
  await context.routeWebSocket(
    (url) => !isAllowed(url.href),
    (socket) => {
      note(`Request to another host: ${socket.url()}`)
      void socket.close()
    },
  )
  return {
    problems,
    check() {
      if (problems.length > 0) throw new Error(`The page is not clean:\n  ${problems.join('\n  ')}`)
    },
  }
}

/** One of our ports on this machine, under any of its names, or no network at all. */
export function isOurs(text: string, ports: readonly number[]): boolean {
  const { protocol, hostname, port } = new URL(text)
  if (protocol === 'data:' || protocol === 'blob:' || protocol === 'about:') return true
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isHere && ports.includes(Number(port))
}
