import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { getRequestListener } from '@hono/node-server'
import { buildFrame } from './buildFrame.ts'
import { createFrame } from './createFrame.ts'
import { createOriginsLookup } from './createOriginsLookup.ts'
import { loadFrameFiles } from './loadFrameFiles.ts'
import type { FrameConfig } from './readConfig.ts'

/** How long requests in flight may take at shutdown. */
const patienceMs = 5_000

/**
 * Builds the page if its sources have changed, and serves it. Requests during the build wait for it: browsers do not retry a refused
 * connection.
 */
export async function startFrame(
  {
    host,
    port,
    apiUrl,
    guardianUrl,
    policies,
    silent,
    nodes = {},
    contracts = [],
    shutdownWaitMs = 0,
    keepAliveMs,
  }: FrameConfig,
  { folder, log }: { folder?: string | Promise<string>; log?: (line: Record<string, string | number>) => void } = {},
): Promise<{ url: string; close(options?: { isHurried?: boolean }): Promise<void> }> {
  let isLeaving = false
  const built = (async () => {
    const files = await loadFrameFiles(await (folder ?? buildFrame()))
    return createFrame({
      ...{ files, apiUrl, guardianUrl, nodes, contracts, findOrigins: createOriginsLookup({ apiUrl }) },
      policyOf: (projectId) => policies?.get(projectId) ?? policies?.get('') ?? 'hardened',
      isLeaving: () => isLeaving,
      isSilent: (projectId) => Boolean(silent?.has(projectId) || silent?.has('*')),
      ...(log ? { log } : {}),
    })
  })()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const answer = getRequestListener(async (request) => (await built).fetch(request))
  const server = createServer((request, response) => {
    // Reject a malformed URL before anything else parses it.
    if (readRequestTarget(request.url)) void answer(request, response)
    else response.writeHead(400, { 'Content-Type': 'text/plain' }).end('The request URL is malformed.')
  })
  if (keepAliveMs !== undefined) server.keepAliveTimeout = keepAliveMs
  server.once('error', reject)
  server.listen(port, host, resolve)
  const close = async ({ isHurried = false } = {}) => {
    isLeaving = true
    if (!isHurried) await sleep(shutdownWaitMs)
    const closed = new Promise((done) => server.close(done))
    // A kept-alive connection becomes idle only after its last response.
    const idle = setInterval(() => server.closeIdleConnections(), 20)
    const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
    await closed
    clearInterval(idle)
    clearTimeout(cut)
  }
  await Promise.all([promise, built]).catch(async (error: unknown) => {
    await close({ isHurried: true })
    throw error
  })
  const bound = server.address() as AddressInfo
  return { url: `http://${host}:${bound.port}`, close }
}
