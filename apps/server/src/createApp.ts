import { networkNamesApi, networkNamesRoutes } from '@billfold/protocol/embedded/networkNames'
import { smartAccountApi, smartAccountRoutes } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import { Hono } from 'hono'
import type { RecordEvent } from './analytics/recordEvent.ts'
import { serveAnalytics } from './api/analytics.ts'
import { servePublicChains } from './api/chains.ts'
import { serveImages } from './api/images.ts'
import { networkNamesHandlers } from './api/networkNames.ts'
import { projectApi, projectHandlers, projectRoutes } from './api/project.ts'
import { serveWallets } from './api/registry.ts'
import { type MoneyDeps, serveMoney } from './api/serveMoney.ts'
import { smartAccountHandlers } from './api/smartAccounts.ts'
import { type AuthServing, serveAuth, serveAuthKeys } from './auth/serveAuth.ts'
import type { Metrics } from './createMetrics.ts'
import { type EmbeddedServing, serveEmbedded } from './embedded/serveEmbedded.ts'
import { admitProject, explainToPages } from './http/admitProject.ts'
import { answerBadInputWith400, answerError } from './http/answerError.ts'
import { clientAddress } from './http/clientAddress.ts'
import { createWorkAccount } from './http/createWorkAccount.ts'
import type { Environment } from './http/environment.ts'
import { limitBody, limitRate, limitTime } from './http/limits.ts'
import { observe } from './http/observe.ts'
import { type Parts, serveOperations } from './http/operations.ts'
import { requestedOrigin } from './http/requestedOrigin.ts'
import { securityHeaders } from './http/securityHeaders.ts'
import { serveContract } from './http/serveContract.ts'
import { setRetryAfter } from './http/setRetryAfter.ts'
import { createNftDescriptions } from './images/createNftDescriptions.ts'
import { servePictures } from './images/servePictures.ts'
import type { Limiter, Quota } from './limits/createMemoryLimiter.ts'
import { runAsVisitor } from './limits/visitor.ts'
import type { Log } from './log/createLog.ts'
import { type NamesServing, serveNames } from './names/serveNames.ts'
import { serveOnramp, serveOnrampWebhooks } from './onramp/serveOnramp.ts'
import { serveOpenApi } from './openapi/serveOpenApi.ts'
import type { ProjectLookup } from './projects/createProjectLookup.ts'
import type { Registry } from './registry/createRegistry.ts'
import { serveEsplora } from './rpc/bitcoin/serveEsplora.ts'
import { serveInscribed } from './rpc/bitcoin/serveInscribed.ts'
import { type RpcDeps, serveRpc } from './rpc/serveRpc.ts'
import type { Tracer } from './telemetry/createTracer.ts'
import { serveTokenIcons } from './tokens/serveTokenIcons.ts'

/** Everything the server's answers depend on. */
export type AppDeps = MoneyDeps &
  RpcDeps & {
    findProject: ProjectLookup
    readParts: () => Promise<Parts>
    registry: Registry
    recordEvent: RecordEvent
    limiter: Limiter
    log: Log
    metrics: Metrics
    clientQuota: Quota
    projectQuota: Quota
    requestTimeoutMs: number
    bodyLimitBytes: number
    trustProxy: number
    /** The public URL, if a proxy in front of this server hides it. */
    publicUrl?: string | undefined
    metricsToken?: string | undefined
    /** Absent without a collector for traces. */
    tracer?: Tracer | undefined
    /** Where the operator keeps embedded wallets. */
    embedded?: EmbeddedServing | undefined
    /** Where the operator lets people sign in with a wallet. */
    auth?: AuthServing | undefined
    /** Where the operator gives names away. */
    names?: NamesServing | undefined
    /** True during shutdown: responses then tell callers to send their next request elsewhere. */
    isLeaving?: () => boolean
    /** Adds routes behind all of the checks. */
    mount?: ((app: Hono<Environment>) => void) | undefined
  }

/** The whole HTTP server as a function from Request to Response; it opens nothing itself. */
export function createApp(deps: AppDeps): Hono<Environment> {
  const { limiter, metrics, trustProxy } = deps
  const app = new Hono<Environment>()
  app.onError((e, c) => answerError(c, e))
  app.notFound((c) => answerError(c, new KitError('not_found', { message: 'There is nothing at this address.' })))

  app.use(observe(deps.log, metrics, deps.tracer))
  app.use(securityHeaders)
  app.use(async (c, next) => {
    await next()
    if (deps.isLeaving?.()) c.header('Connection', 'close')
  })
  app.use(async (c, next) => {
    c.set('baseUrl', deps.publicUrl ?? requestedOrigin(c, trustProxy))
    await next()
  })
  app.use(setRetryAfter)
  serveOperations(app, deps)

  app.use(explainToPages)
  app.use((c, next) => {
    const client = clientAddress(c, trustProxy)
    return runAsVisitor(client, next, createWorkAccount(deps, client))
  })
  app.use(
    limitRate({ by: 'client', key: (c) => clientAddress(c, trustProxy), quota: deps.clientQuota, limiter, metrics }),
  )
  app.use(limitTime(deps.requestTimeoutMs))
  serveImages(app, deps.registry.images)
  serveTokenIcons(app, deps.icons)
  serveOpenApi(app)
  const nftDescriptions = createNftDescriptions(deps)
  servePictures(app, {
    ...deps,
    nftDescriptions,
    avatarOf: async (...args) => (await money.identities(...args)).avatar,
  })
  serveAuthKeys(app, deps)
  app.use(limitBody(deps.bodyLimitBytes))
  for (const path of ['/v1/profile/*', '/v1/convert/*', '/v1/generators/*', '/v1/onramp/buy/*'])
    app.use(path, answerBadInputWith400)
  serveEmbedded(app, deps)
  serveNames(app, deps)
  serveOnrampWebhooks(app, deps)
  servePublicChains(app, deps.chains)
  app.use(admitProject(deps.findProject, deps.embedded?.walletOrigin))
  app.use(limitRate({ by: 'project', key: (c) => c.get('project').id, quota: deps.projectQuota, limiter, metrics }))

  serveContract(app, projectApi, projectRoutes, projectHandlers(deps))
  serveWallets(app, deps.registry)
  serveAnalytics(app, deps)
  const money = serveMoney(app, { ...deps, nftDescriptions })
  serveOnramp(app, { ...deps, prices: money.prices })
  serveRpc(app, deps)
  serveContract(app, networkNamesApi, networkNamesRoutes, networkNamesHandlers(deps))
  serveContract(app, smartAccountApi, smartAccountRoutes, smartAccountHandlers(deps))
  serveAuth(app, deps)
  serveEsplora(app, deps)
  serveInscribed(app, deps)
  deps.mount?.(app)
  return app
}
