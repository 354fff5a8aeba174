import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from 'vite'

/** Builds the page and serves it under the policy of a careful site; it may call only the relay. */
export async function serveClientPage(relayUrl: string) {
  const outDir = path.join(import.meta.dirname, '../../node_modules/.cache/billfold-wc-page')
  await build({
    root: import.meta.dirname,
    base: './',
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, target: 'es2022' },
  })
  const policy = `default-src 'none'; script-src 'self'; connect-src ${new URL(relayUrl).origin}; require-trusted-types-for 'script'`
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').split('?')[0] as string
    const file = await readFile(path.join(outDir, name === '/' ? 'index.html' : path.normalize(name))).catch(() => null)
    response.setHeader('content-security-policy', policy)
    if (!file) response.writeHead(name === '/favicon.ico' ? 204 : 404).end()
    else response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html').end(file)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
