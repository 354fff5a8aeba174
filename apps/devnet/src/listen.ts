import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { StartError } from './startError.ts'

type Place = { host: string; port: number; setting: string }

/** Binds a server and returns its port; a taken one is an error that names the setting to change. */
export async function listen(server: Server, { host, port, setting }: Place): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is taken: stop what uses it, or set ${setting} to a free one.`
        : `Cannot listen on ${host}:${port} (${error.message}).`,
    )
  })
  return (server.address() as AddressInfo).port
}

/** Closes a server with its connections. */
export const closeServer = (server: HttpServer): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
