import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Passes connections to an address of a deployment's network on to a port of this machine's loopback. */
export async function forwardPort(host: string, to: number) {
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const target = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [from, target],
      [target, from],
    ] as const) {
      sockets.add(socket)
      socket.once('error', () => other.destroy())
      socket.once('close', () => sockets.delete(socket))
    }
    from.pipe(target).pipe(from)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, host, done))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}
