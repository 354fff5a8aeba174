import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseProblem } from '../db/databaseProblem.ts'
import { ensureSchema } from '../db/ensureSchema.ts'
import { listMigrations } from '../db/migrate.ts'
import { openDatabase, waitForDatabase } from '../db/openDatabase.ts'
import { createMemoryLimiter } from '../limits/createMemoryLimiter.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { StartupError } from '../process/startupError.ts'
import { createProjectLookup } from '../projects/createProjectLookup.ts'
import { findProject } from '../projects/projects.ts'
import { loadTelemetry } from '../telemetry/loadTelemetry.ts'
import { acceptSockets } from './acceptSockets.ts'
import { createRelayNode } from './createRelayNode.ts'
import { audiencesOf, type RelayConfig } from './relayConfig.ts'
import { createRelayOperations } from './relayOperations.ts'
import { createRelayProjects } from './relayProjects.ts'

/** A running relay; `close` lets it finish requests in flight, after a wait in which only `/ready` fails. */
export type RunningRelay = { url: string; close(options?: { isHurried?: boolean }): Promise<void> }

/** Opens and migrates the database, and starts to listen. */
export async function startRelay(config: RelayConfig, log: Log): Promise<RunningRelay> {
  const onLost = (e: Error) => log.warn({ error: describeError(e) }, 'database connection lost')
  // Separate pools, so that reads never keep a message from being written, nor the reverse.
  const readers = Math.ceil(config.database.poolSize / 2)
  const database = openDatabase({ ...config.database, poolSize: config.database.poolSize - readers }, onLost)
  const reading = openDatabase({ ...config.database, poolSize: readers }, onLost)
  const closeDatabase = () => Promise.all([database.close(), reading.close()])
  const telemetry =
    config.telemetry && (await loadTelemetry(config.telemetry, 'billfold-relay', log, [database, reading]))
  try {
    await waitForDatabase(database, config.database.url, (line) => log.warn(line))
    const ran = await ensureSchema(database, config)
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
    const salt = (await database.pool.query<{ salt: Buffer }>('select salt from relay_salt')).rows[0]!.salt
    const projects = config.projects
      ? createRelayProjects(
          createProjectLookup((id) => findProject(reading.db, id)),
          config.projectSockets,
        )
      : undefined
    const node = createRelayNode(config, { writes: database.pool, reads: reading.pool }, salt, log, {
      tracer: telemetry?.tracer,
      projects,
    })
    telemetry?.watch(node.metrics.register)
    const migrations = listMigrations()
    let isLeaving = false
    const findObstacle = () => databaseProblem(database, migrations)
    const { metricsToken, trustProxy } = config
    const operations = {
      metrics: node.metrics,
      metricsToken,
      trustProxy,
      limiter: createMemoryLimiter(),
      findObstacle,
      isLeaving: () => isLeaving,
    }
    const server = createServer(createRelayOperations(operations))
    server.headersTimeout = 10_000
    server.requestTimeout = 15_000
    server.keepAliveTimeout = config.keepAliveMs
    const port = await listen(server, config)
    const sockets = acceptSockets(server, node, config, audiencesOf(config, port), log)
    return {
      url: `ws://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      async close({ isHurried = false } = {}) {
        isLeaving = true
        if (!isHurried) await sleep(config.shutdownWaitMs)
        await node.leave()
        await sockets.close()
        server.closeAllConnections()
        await new Promise<void>((done) => server.close(() => done()))
        await node.end()
        await Promise.all([closeDatabase(), telemetry?.close()])
      },
    }
  } catch (e) {
    await Promise.all([closeDatabase(), telemetry?.close()])
    throw e
  }
}

function listen(server: Server, { host, port }: RelayConfig): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const taken = `PORT ${port} is taken: stop what listens there, or set PORT to another one.`
      const unable = `HOST ${host} with PORT ${port} cannot be listened on (${code}): set them to what this machine has.`
      fail(new StartupError(code === 'EADDRINUSE' ? taken : unable))
    })
    server.listen(port, host, 4_096, () => done((server.address() as AddressInfo).port))
  })
}
