import { type RecoveryPolicy, strictest } from '@billfold/protocol/embedded/recoveryPolicy'
import { Hono } from 'hono'
import type { FrameSettings } from '../page/readSettings.ts'
import type { FrameProject, OriginsLookup } from './createOriginsLookup.ts'
import { frameDocument, refusalDocument } from './frameDocument.ts'
import { frameHeaders } from './frameHeaders.ts'
import type { FrameFiles } from './loadFrameFiles.ts'

type FrameDeps = {
  files: FrameFiles
  findOrigins: OriginsLookup
  apiUrl: string
  guardianUrl: string | undefined
  /** The operator's own nodes by network, which the page may call, too. */
  nodes?: Readonly<Record<string, readonly string[]>>
  /** The operator's own contracts of exchanges. */
  contracts?: FrameSettings['contracts']
  /** The loosest policy that this server lets a project have: the API alone cannot go below it. */
  policyOf?(projectId: string): RecoveryPolicy
  /** Whether a project's sign-ins need no screen: only this server decides, never the API. */
  isSilent?(projectId: string): boolean
  /** True during shutdown: `/ready` fails, and everything else still works. */
  isLeaving?(): boolean
  log?(line: Record<string, string | number>): void
}

/** How long browsers may keep what the server sends. */
export const cacheControl = { document: 'no-store', file: 'public, max-age=31536000, immutable' } as const

/** The frame's server as a function from Request to Response: one document, and the files that it names. */
export function createFrame({
  files,
  findOrigins,
  apiUrl,
  guardianUrl,
  nodes = {},
  contracts = [],
  policyOf,
  isSilent,
  isLeaving,
  log = () => {},
}: FrameDeps) {
  const connect = [apiUrl, ...(guardianUrl ? [guardianUrl] : []), ...Object.values(nodes).flat()].map(
    (url) => new URL(url).origin,
  )
  const app = new Hono<{ Variables: { ancestors?: string[] } }>()
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(frameHeaders({ connect, ancestors: c.get('ancestors') ?? [] })))
      c.header(name, value)
    if (!c.res.headers.has('cache-control')) c.header('cache-control', cacheControl.document)
  })
  app.onError((error, c) => {
    log({ event: 'failed', why: error.message })
    return c.text('Something went wrong.\n', 500)
  })
  app.notFound((c) => c.text('There is nothing here.\n', 404))
  app.get('/health', (c) => c.text('ok'))
  app.get('/ready', (c) => (isLeaving?.() ? c.text('The frame is shutting down.\n', 503) : c.text('ok')))

  app.get('/frame', async (c) => {
    const { projectId = '', chainId = '' } = c.req.query()
    let project: FrameProject | undefined
    try {
      project = await findOrigins(projectId)
    } catch (error) {
      log({ event: 'originsUnread', why: (error as Error).message })
      return c.html(refusalDocument('unavailable'), 503)
    }
    if (!project) return c.html(refusalDocument('unknownProject'), 404)
    const { origins, recovery } = project
    c.set('ancestors', origins)
    const settings: FrameSettings = {
      ...{ projectId, apiUrl, guardianUrl: guardianUrl ?? '', origins, nodes, contracts },
      policy: guardianUrl ? strictest(policyOf?.(projectId), recovery) : 'strict',
      signsInSilently: isSilent?.(projectId) ?? false,
      chainId: /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(chainId) ? chainId : 'eip155:1',
    }
    return c.html(frameDocument(files, settings))
  })

  // The last page of a login's window. Its result is in the hash, and no page may embed it.
  app.get('/social', (c) => c.html(frameDocument(files)))

  app.get('/assets/:name', (c) => {
    const file = files.all.get(c.req.path)
    if (!file) return c.notFound()
    const accepted = c.req.header('accept-encoding') ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
    c.header('content-type', file.type)
    c.header('vary', 'accept-encoding')
    c.header('cache-control', cacheControl.file)
    if (encoding !== 'identity') c.header('content-encoding', encoding)
    return c.body(file.bodies[encoding])
  })
  return app
}
