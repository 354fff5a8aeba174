import type { Server } from 'node:http'

/** Lets a server finish: takes nothing new, answers what is under way, and after `patienceMs` cuts off the rest. */
export async function drain(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  // A connection kept alive becomes idle only after its last answer: look again until all are gone.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
