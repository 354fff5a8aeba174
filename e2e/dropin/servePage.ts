import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const kinds: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves a built site on this machine. */
export async function servePage(folder: string) {
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').split('?')[0] as string
    const file = await readFile(path.join(folder, name === '/' ? 'index.html' : path.normalize(name))).catch(() => null)
    if (!file) response.writeHead(404).end()
    else response.setHeader('content-type', kinds[path.extname(name)] ?? 'text/html').end(file)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
