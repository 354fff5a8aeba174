import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { holderOf, takeLock } from '../setup/withLock.mjs'
import { type Happening, keepRunning, type Pace, type SupervisedService } from './keepRunning.ts'
import { portsFrom, refuseTakenPorts } from './ports.ts'
import { refuseUnreachableDatabase } from './refuseDatabase.ts'
import { listServices, type Service } from './services.ts'
import { StartError } from './startError.ts'

type StackOptions = {
  /** The site's port; the others follow it. */
  portBase: number
  /** The folder that keeps the database, the chains and the logs. */
  stateDir: string
  /** The services' environment, DATABASE_URL included; the process's own by default. */
  env?: NodeJS.ProcessEnv
  /** Whether the devnet trades by itself. */
  market?: boolean
  /** Fires for every line that a service prints. */
  onLine?: (service: string, line: string) => void
  /** Fires when a service is ready, ends or restarts. */
  onHappening?: (happening: Happening) => void
  /** Fires when a deferred service cannot start: the others continue. */
  onLate?: (sentence: string) => void
  /** Fires before anything starts, with the services to start. */
  onPlan?: (services: Service[]) => void
  /** Aborts a start that is under way. */
  signal?: AbortSignal
  /** The checkout to run; this one by default. */
  root?: string
  /** Other services than the checkout's own. */
  services?: Service[]
  pace?: Partial<Pace>
}

export type Stack = {
  /** URLs of the running services: site, api, devnet, and frame and relay once they exist. */
  urls: Record<string, string>
  /** The current process of each service; a restart changes it. */
  readonly pids: Record<string, number>
  /** Stops every service and all of their children. */
  stop(): Promise<void>
}

/** Starts every service and resolves when all but the deferred ones are up; from then on restarts any that crashes. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { env = process.env, root = resolve(import.meta.dirname, '../..'), market = false } = options
  const stateDir = resolve(options.stateDir)
  const ports = portsFrom(options.portBase)
  const services = options.services ?? listServices({ root, ports, stateDir, env, market })
  if (services.length === 0) throw new StartError('Nothing to start: no service has an entry file.')
  const unlock = lockState(stateDir)
  const kept = new Map<string, SupervisedService>()
  const closers: (() => Promise<void>)[] = []

  let isStopping = false
  const stopAll = once(async () => {
    isStopping = true
    // Dependents of a service stop before it.
    const stopped = new Map<string, Promise<void>>()
    const stopOne = (name: string): Promise<void> => {
      const known = stopped.get(name)
      if (known) return known
      const dependents = services.filter(({ needs }) => needs.includes(name))
      const done = Promise.all(dependents.map((dependent) => stopOne(dependent.name))).then(() =>
        kept.get(name)?.stop(),
      )
      stopped.set(name, done)
      return done
    }
    await Promise.all(services.map(({ name }) => stopOne(name)))
    await Promise.all(closers.map((close) => close()))
    unlock()
  })

  const begin = async (service: Service): Promise<void> => {
    const log = openLog(join(stateDir, 'logs', `${service.name}.log`))
    closers.push(log.close)
    await Promise.all(service.needs.map((name) => begun.get(name)))
    if (service.isLater) await Promise.all(services.flatMap(({ name, isLater }) => (isLater ? [] : begun.get(name))))
    if (isStopping) return
    const onLine = (line: string) => {
      log.write(line)
      options.onLine?.(service.name, line)
    }
    const tell = (happening: Happening) => options.onHappening?.(happening)
    const one = keepRunning(service, { cwd: root, env, onLine, tell, pace: options.pace ?? {} })
    kept.set(service.name, one)
    await one.ready
  }
  const begun = new Map<string, Promise<void>>()

  try {
    await refuseTakenPorts(services, options.portBase)
    await refuseUnreachableDatabase(env.DATABASE_URL)
    options.signal?.addEventListener('abort', () => void stopAll(), { once: true })
    options.onPlan?.(services)
    const sorted = ordered(services)
    for (const service of [...sorted.filter((one) => !one.isLater), ...sorted.filter((one) => one.isLater)]) {
      const beginning = begin(service)
      beginning.catch(() => {}) // awaited below, all together
      begun.set(service.name, beginning)
    }
    await Promise.all(services.flatMap(({ name, isLater }) => (isLater ? [] : begun.get(name))))
    for (const { name, isLater } of services)
      if (isLater) begun.get(name)?.catch((error: Error) => isStopping || options.onLate?.(error.message))
    if (options.signal?.aborted) throw new StartError('Startup was interrupted.')
  } catch (error) {
    await stopAll()
    throw error
  }
  return {
    urls: Object.assign({}, ...services.map(({ urls }) => urls)),
    get pids() {
      return Object.fromEntries([...kept].flatMap(([name, one]) => (one.pid() ? [[name, one.pid()!]] : [])))
    },
    stop: stopAll,
  }
}

/** Two stacks must not share a database or a chain. */
function lockState(stateDir: string): () => void {
  const path = join(stateDir, 'running.lock')
  const release = takeLock(path)
  if (release) return release
  throw new StartError(`Billfold is already running from this folder (process ${holderOf(path)}). Stop it first.`)
}

/** Services in the order of their dependencies. */
function ordered(services: Service[]): Service[] {
  const placed: Service[] = []
  const place = (service: Service) => {
    if (placed.includes(service)) return
    for (const name of service.needs) {
      const needed = services.find((candidate) => candidate.name === name)
      if (needed) place(needed)
    }
    placed.push(service)
  }
  services.forEach(place)
  return placed
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= work())
}

/** A log that starts empty at every start and keeps the previous one under `.previous`. */
function openLog(path: string): { write: (line: string) => void; close: () => Promise<void> } {
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) renameSync(path, `${path}.previous`)
  const stream = createWriteStream(path)
  // A full disk must not end the stack, only lose the log.
  stream.on('error', () => {})
  return {
    write: (line) => void stream.write(`${new Date().toISOString()} ${line}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  }
}
