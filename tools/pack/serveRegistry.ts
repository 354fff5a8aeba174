import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { nameAt, readLockfile } from '../check/readLockfile.ts'

/**
 * A registry on this machine that serves the installed packages, so that a test can run the real npm install without a
 * network.
 */
export async function serveRegistry(root: string): Promise<{ url: string; close(): Promise<void> }> {
  const { packages } = await readLockfile(root)
  const places = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)
  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
    if (pathname === '/tarball') {
      const folder = join(root, searchParams.get('place') ?? '')
      const args = [
        '-cf',
        '-',
        '--exclude',
        '*/node_modules',
        '-C',
        dirname(folder),
        folder.slice(dirname(folder).length + 1),
      ]
      spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response)
      return
    }
    const name = decodeURIComponent(pathname.slice(1))
    const versions: Record<string, object> = {}
    for (const [place, entry] of places) {
      if (nameAt(place, entry) !== name) continue
      const text = await readFile(join(root, place, 'package.json'), 'utf8').catch(() => undefined)
      if (text === undefined) continue // built for another machine
      const manifest = JSON.parse(text) as { version: string }
      const tarball = `http://127.0.0.1:${port}/tarball?place=${encodeURIComponent(place)}`
      versions[manifest.version] = { ...manifest, dist: { tarball } }
    }
    const [latest] = Object.keys(versions)
    response.statusCode = latest ? 200 : 404
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
