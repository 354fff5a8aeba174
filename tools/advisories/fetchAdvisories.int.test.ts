import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { writeTree } from '../check/writeTree.ts'
import { fetchAdvisories } from './fetchAdvisories.ts'

/** The registry's bulk endpoint and one package, in their documented shapes: the requests it gets, and its advisories by package. */
async function startRegistry(status = 200) {
  const requests: unknown[] = []
  const server = createServer(async (request, response) => {
    // npm reads the package itself to name what depends on it.
    if (request.method === 'GET') {
      const [name, version] = ['left', '1.2.2']
      const packument = { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version } } }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packument))
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    requests.push(JSON.parse(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)))
    const leak = {
      ...{ id: 7, url: 'https://advisories.example/GHSA-7', title: 'Left leaks', severity: 'high' },
      ...{ vulnerable_versions: '<1.2.3', cwe: [], cvss: { score: 0 } },
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ left: [leak] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { requests, env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` } }
}

const manifest = { name: 'page', version: '1.0.0', dependencies: { left: '1.2.2' } }
const tree = () =>
  writeTree({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({
      ...{ name: 'page', version: '1.0.0', lockfileVersion: 3, requires: true },
      packages: { '': manifest, 'node_modules/left': { version: '1.2.2' } },
    }),
  })

it('reads the advisories on every lockfile from npm’s own report', async () => {
  const { env, requests } = await startRegistry()
  expect(await fetchAdvisories(await tree(), env)).toEqual([
    { id: 'GHSA-7', package: 'left', range: '<1.2.3', title: 'Left leaks' },
  ])
  expect(requests).toEqual([{ left: ['1.2.2'] }])
})

it('fails if the registry returns no report', async () => {
  const { env } = await startRegistry(405)
  await expect(fetchAdvisories(await tree(), env)).rejects.toThrow('package-lock.json: npm audit returned no report')
})
