import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { nameAt, readLockfile } from '../check/readLockfile.ts'

/** The newest version of a package, which no one can install: the registry lacks its dependencies. */
type BrokenVersion = { version: string; dependencies: Record<string, string> }

/**
 * A registry on this machine that serves the installed packages, so that a test can run the real npm install without a
 * network. Like some mirrors it may list versions whose dependencies it lacks.
 */
export async function serveRegistry(
  root: string,
  broken: Readonly<Record<string, BrokenVersion>> = {},
): Promise<{ url: string; close(): Promise<void> }> {
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
    const [first] = Object.keys(versions)
    const newest = broken[name]
    if (newest) versions[newest.version] = { name, ...newest, dist: { tarball: `http://127.0.0.1:${port}/none` } }
    const latest = newest?.version ?? first
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
