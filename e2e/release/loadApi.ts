import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Question } from '../../bench/crowd/questions.ts'

type Options = {
  /** The API's host, where its proxy listens, and the authority that signed its certificate. */
  host: string
  address: string
  ca: Buffer
  questions: readonly Question[]
  clients: number
}

/**
 * Keeps a request of each client in flight through the proxy until `stop`, which resolves with how many succeeded and what became of the
 * others. Nothing is retried.
 */
export function loadApi({ host, address, ca, questions, clients }: Options) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, ca, servername: host })
  const failures: string[] = []
  let succeeded = 0
  let isOver = false
  const send = ({ path, optionsOf }: Question, n: number): Promise<string | undefined> =>
    new Promise((done) => {
      const { body } = optionsOf?.(n) ?? {}
      const headers = { host, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) }
      const method = body ? 'POST' : 'GET'
      const sent = request({ host: address, path: path(n), agent, method, headers }, (response) => {
        response.resume()
        response.once('end', () => done(response.statusCode === 200 ? undefined : `${response.statusCode}`))
        response.once('error', (error) => done(error.message))
      })
      sent.once('error', (error) => done(error.message))
      sent.end(body)
    })
  const client = async (_: unknown, number: number) => {
    for (let n = number; !isOver; n += clients) {
      const question = questions[n % questions.length]!
      const failure = await send(question, n)
      if (failure === undefined) succeeded++
      else failures.push(`${new Date().toISOString()} ${question.path(n).split('?')[0]}: ${failure}`)
      // Visitors, not a flood: the machine's two cores run everything.
      await sleep(20)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    count: () => succeeded,
    async stop() {
      isOver = true
      await running
      agent.destroy()
      return { succeeded, failures }
    },
  }
}
