import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'

const kinds: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const wallets = ['MetaMask', 'Rainbow', 'Trust', 'Phantom'].map((name) => ({ id: name.toLowerCase(), name }))

/** A page on this machine, and the compressed size of each of its files. */
export type Served = { url: string; gzip: ReadonlyMap<string, number>; close(): Promise<void> }

/** Serves a build from memory, compressed in advance; a list of wallets is on the same origin, as with our server. */
export async function serveApp(folder: string): Promise<Served> {
  const files = new Map<string, { type: string; body: Buffer }>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const type = kinds[extname(path)] ?? 'application/octet-stream'
    files.set(`/${relative(folder, path)}`, { type, body: gzipSync(await readFile(path), { level: 9 }) })
  }
  const list = gzipSync(JSON.stringify({ data: wallets, count: 400 }))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    const answer = pathname === '/getWallets' ? { type: 'application/json', body: list } : file
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': answer.type, 'content-encoding': 'gzip' }).end(answer.body)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    gzip: new Map([...files].map(([path, { body }]) => [path, body.length])),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
