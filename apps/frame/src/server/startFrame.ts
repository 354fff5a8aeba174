import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { buildFrame } from './buildFrame.ts'
import { createFrame } from './createFrame.ts'
import { createOriginsLookup } from './createOriginsLookup.ts'
import { loadFrameFiles } from './loadFrameFiles.ts'
import type { FrameConfig } from './readConfig.ts'

/** Builds the page where its sources changed, and serves it. */
export async function startFrame(
  { host, port, apiUrl, guardianUrl, policies, silent }: FrameConfig,
  { folder, log }: { folder?: string; log?: (line: Record<string, string | number>) => void } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const files = await loadFrameFiles(folder ?? (await buildFrame()))
  const app = createFrame({
    ...{ files, apiUrl, guardianUrl, findOrigins: createOriginsLookup({ apiUrl }) },
    policyOf: (projectId) => policies?.get(projectId) ?? policies?.get('') ?? 'convenient',
    isSilent: (projectId) => Boolean(silent?.has(projectId) || silent?.has('*')),
    ...(log ? { log } : {}),
  })
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: app.fetch, hostname: host, port }, resolve)
  server.once('error', reject)
  const bound = await promise
  return {
    url: `http://${host}:${bound.port}`,
    async close() {
      const closed = new Promise((done) => server.close(done))
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}
