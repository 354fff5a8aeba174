import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { startCleanUp } from './analytics/cleanUp.ts'
import { createRecordEvent } from './analytics/recordEvent.ts'
import { startAuth } from './auth/startAuth.ts'
import { createSmartAccounts } from './bundler/createSmartAccounts.ts'
import { ensureLocalBudgets } from './bundler/ensureLocalBudgets.ts'
import { createDatabaseTexts } from './caches/createDatabaseTexts.ts'
import { createChains } from './chains/createChains.ts'
import { followDevnet } from './chains/followDevnet.ts'
import type { Config } from './config.ts'
import { type AppDeps, createApp } from './createApp.ts'
import { createMetrics } from './createMetrics.ts'
import { databaseProblem } from './db/databaseProblem.ts'
import { ensureSchema } from './db/ensureSchema.ts'
import { listMigrations } from './db/migrate.ts'
import { openDatabase, waitForDatabase } from './db/openDatabase.ts'
import { openReplica } from './db/openReplica.ts'
import { startTidyingShared } from './db/startSharedCleanup.ts'
import { startEmbedded } from './embedded/startEmbedded.ts'
import { refuseLimited } from './http/refuseLimited.ts'
import { refuseMalformed } from './http/refuseMalformed.ts'
import { readSecurityHeaders } from './http/securityHeaders.ts'
import { createPictures } from './images/createPictures.ts'
import { runIndexer } from './indexer/runIndexer.ts'
import { createSharedLimiter } from './limits/createSharedLimiter.ts'
import type { Log } from './log/createLog.ts'
import { describeError } from './log/describeError.ts'
import { createGateway } from './names/createGateway.ts'
import { createNames } from './names/createNames.ts'
import { createOnramp } from './onramp/createOnramp.ts'
import { startDeletingOrders } from './onramp/deleteOldOrders.ts'
import { drain } from './process/drain.ts'
import { StartupError } from './process/startupError.ts'
import { createProjectLookup } from './projects/createProjectLookup.ts'
import { ensureLocalProject, findProject } from './projects/projects.ts'
import { createSources } from './providers/createSources.ts'
import { createRegistry } from './registry/createRegistry.ts'
import { readRegistry } from './registry/readRegistry.ts'
import { acceptRpcSockets } from './rpc/acceptRpcSockets.ts'
import { createBundlers } from './rpc/createBundlers.ts'
import { createRpc } from './rpc/createRpc.ts'
import { loadTelemetry } from './telemetry/loadTelemetry.ts'
import { createTokenIcons } from './tokens/tokenIcons.ts'

/** A server that answers; `close` lets it finish what it has begun, after a wait in which `/ready` fails and everything else works. */
export type RunningServer = { url: string; close(options?: { isHurried?: boolean }): Promise<void> }

/** Opens the database, brings it up to date and starts to listen. */
export async function startServer(config: Config, log: Log, mount?: AppDeps['mount']): Promise<RunningServer> {
  const registry = createRegistry(readRegistry(config.registryDir, config))
  const database = openDatabase(config.database, (e) =>
    log.warn({ error: describeError(e) }, 'database connection lost'),
  )
  // Of its own: however busy the others are with history, no one waits to be counted.
  const shared = openDatabase({ ...config.database, poolSize: 2 }, (e) =>
    log.warn({ error: describeError(e) }, 'database connection lost'),
  )
  const telemetry =
    config.telemetry && (await loadTelemetry(config.telemetry, 'billfold-server', log, [database, shared]))
  try {
    await waitForDatabase(database, config.database.url, (line) => log.warn(line))
    const ran = await ensureSchema(database, config)
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
    if (config.localProjectOrigins) await ensureLocalProject(database.db, config.localProjectOrigins)

    const tracer = telemetry?.tracer
    const metrics = createMetrics(database, { maxProjects: config.maxProjects, tracer })
    telemetry?.watch(metrics.register)
    const replica =
      config.replica && openReplica(config, config.replica, { primary: database.db, register: metrics.register, log })
    const chains = createChains(config.chains)
    const rpc = createRpc({ chains, metrics: metrics.upstream, ...config.rpcLimits })
    const devnet = config.devnetUrl ? followDevnet({ url: config.devnetUrl, onChain: chains.add }) : undefined
    let isLeaving = false
    const guard = {
      findProject: createProjectLookup((id) => findProject(database.db, id)),
      limiter: createSharedLimiter({ db: shared.db }),
      texts: createDatabaseTexts(shared.db),
      isLeaving: () => isLeaving,
    }
    const embedded = config.embedded
      ? startEmbedded(config.embedded, { db: database.db, log, register: metrics.register })
      : undefined
    const auth = config.auth
      ? await startAuth(config.auth, { db: database.db, chains, rpc, log, register: metrics.register })
      : undefined
    const names = config.names && createNames({ db: database.db, rpc, parent: config.names.parent })
    const bundlers = createBundlers({ metrics: metrics.upstream, ...config.rpcLimits })
    const smartAccounts = createSmartAccounts({
      ...{ db: database.db, inSession: database.inSession, chains, rpc, log, register: metrics.register },
      keys: config.smartAccountKeys,
      ...{ limiter: guard.limiter, others: bundlers, readPass: embedded?.serving.readPass },
      sponsorshipDays: config.sponsorshipRetentionDays,
    })
    if (smartAccounts && config.localProjectOrigins) ensureLocalBudgets(database.db, chains, log)
    const app = createApp({
      ...config,
      ...guard,
      embedded: embedded?.serving,
      auth: auth?.serving,
      names: names && config.names && { names, gateway: createGateway({ names, signer: config.names.signer }) },
      onramp: config.onramp && createOnramp({ ...config.onramp, db: database.db, chains, log }),
      readParts: async () => ({
        ...(devnet && {
          localNetwork: devnet.isKnown() ? undefined : 'The local network at DEVNET_URL is not up yet.',
        }),
        database: await databaseProblem(database, migrations),
      }),
      chains,
      rpc,
      bundlers,
      smartAccounts,
      sources: createSources({
        ...{ ...config, chains, rpc, db: database.db, reads: replica?.reads, names, limiter: guard.limiter },
      }),
      icons: createTokenIcons({ hosts: config.hosted.iconHosts }),
      pictures: createPictures(config.pictures),
      registry,
      recordEvent: createRecordEvent(database.db, undefined, {
        bytesPerDay: config.analyticsBytesPerDay,
        onDropped: () => metrics.eventsDropped.inc({ share: 'project' }),
      }),
      log,
      metrics,
      tracer,
      mount,
    })
    const listener = refuseLimited(getRequestListener(app.fetch), await readSecurityHeaders(), {
      ...config,
      ...guard,
      metrics,
      log,
    })
    const server = createServer(refuseMalformed(listener))
    // Callers who dribble their headers or body in do not hold a connection for long.
    server.headersTimeout = 10_000
    server.requestTimeout = config.requestTimeoutMs + 5_000
    server.keepAliveTimeout = config.keepAliveMs
    const sockets = acceptRpcSockets(server, { ...config, ...guard, chains, rpc, limits: config.rpcLimits })
    const url = await listen(server, config)
    const indexer = config.isIndexing ? runIndexer({ ...config, chains, register: metrics.register, log }) : undefined
    const tidying = startTidyingShared(shared.db, metrics.register, log)
    const reporting = { register: metrics.register, log }
    const cleaning = [
      startCleanUp(database.db, config.analyticsRetentionDays, reporting),
      startDeletingOrders(database.db, config.orderRetentionDays, reporting),
    ]
    return {
      url,
      async close({ isHurried = false } = {}) {
        isLeaving = true
        devnet?.stop()
        const indexed = indexer?.stop()
        if (!isHurried) await sleep(config.shutdownWaitMs)
        await Promise.all([drain(server, 10_000), sockets.close()])
        await Promise.all([...cleaning, embedded, auth, smartAccounts].map((each) => each?.stop()))
        await indexed
        tidying.stop()
        await replica?.close()
        await Promise.all([database.close(), shared.close(), telemetry?.close()])
      },
    }
  } catch (e) {
    await Promise.all([database.close(), shared.close(), telemetry?.close()])
    throw e
  }
}

const migrations = listMigrations()

function listen(server: Server, { host, port }: Config): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', (e: NodeJS.ErrnoException) => fail(new StartupError(listenFailure(e, host, port))))
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      done(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })
}

function listenFailure({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is taken: stop what listens there, or set PORT to another one.`
  if (code === 'EACCES') return `PORT ${port} needs rights that this user lacks: set PORT to one above 1023.`
  return `HOST ${host} cannot be listened on (${code}): set it to an address of this machine.`
}
