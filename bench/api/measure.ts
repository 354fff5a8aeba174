import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Answer = { status: number; body: string }
export type RequestOptions = { body?: string | undefined; headers?: Record<string, string> }
export type Result = {
  perSecond: number
  p50: number
  p99: number
  failed: number
  /** CPU time of the server per request: says more than the clock on a shared machine. */
  cpuMs: number
  memoryMiB: number
}

/** Sends requests to a server over persistent connections. */
export function createAsker(base: string, sockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  let isOpen = true
  const ask = (path: string, { body, headers = {} }: RequestOptions = {}): Promise<Answer> =>
    new Promise((done, fail) => {
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request(base + path, { agent, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => done({ status: response.statusCode ?? 0, body: String(Buffer.concat(chunks)) }))
        response.on('error', fail)
      })
      // On a busy machine, the server may close an idle connection in the moment that it is used again.
      sent.on('error', (error: NodeJS.ErrnoException) =>
        isOpen && sent.reusedSocket && error.code === 'ECONNRESET'
          ? ask(path, { body, headers }).then(done, fail)
          : fail(error),
      )
      sent.end(body)
    })
  return {
    ask,
    /** Waits until a path returns 200. */
    async until(path: string) {
      for (const deadline = Date.now() + 200_000; (await ask(path)).status !== 200; await sleep(200))
        if (Date.now() > deadline) throw new Error(`${path} was not ready in time`)
    },
    close() {
      isOpen = false
      agent.destroy()
    },
  }
}

type Load = {
  ask: (path: string, request?: RequestOptions) => Promise<Answer>
  /** The path of the n-th request. */
  path: (n: number) => string
  /** Its body and headers. */
  optionsOf?: (n: number) => RequestOptions
  seconds: number
  atOnce: number
  expected: number
  /** The server's usage so far; by default from its own metrics. */
  usage?: () => Usage | Promise<Usage>
}
type Usage = { cpuSeconds: number; bytes: number }

/** Keeps `atOnce` requests in flight for `seconds`, and measures the wait of each. */
export async function measure(load: Load): Promise<Result> {
  const { ask, path, optionsOf = () => ({}), seconds, atOnce, expected, usage = () => readMetrics(ask) } = load
  const waits: number[] = []
  let failed = 0
  let next = 0
  const before = await usage()
  const began = performance.now()
  const until = began + seconds * 1_000
  async function caller() {
    while (performance.now() < until) {
      const at = performance.now()
      const n = next++
      const { status } = await ask(path(n), optionsOf(n)).catch(() => ({ status: 0 }))
      waits.push(performance.now() - at)
      if (status !== expected) failed++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  const took = (performance.now() - began) / 1_000
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  const after = await usage()
  return {
    perSecond: waits.length / took,
    p50: at(0.5),
    p99: at(0.99),
    failed,
    cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1_000) / waits.length,
    memoryMiB: Math.round(after.bytes / 2 ** 20),
  }
}

/** The server's usage by its own metrics. */
async function readMetrics(ask: Load['ask']): Promise<Usage> {
  const { body } = await ask('/metrics')
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1] ?? Number.NaN)
  return { cpuSeconds: read('process_cpu_seconds_total'), bytes: read('process_resident_memory_bytes') }
}
