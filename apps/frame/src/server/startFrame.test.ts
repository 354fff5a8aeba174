import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startFrame } from './startFrame.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A build of one script and one style. */
async function smallBuild(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'billfold-frame-'))
  ends.push(() => rm(folder, { recursive: true }))
  await Promise.all(['assets', '.vite'].map((name) => mkdir(path.join(folder, name))))
  const manifest = { main: { file: 'assets/main.js', isEntry: true, css: ['assets/main.css'] } }
  await writeFile(path.join(folder, 'assets/main.js'), 'export {}')
  await writeFile(path.join(folder, 'assets/main.css'), 'body {}')
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  return folder
}

/** A port that was free a moment ago. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const config = { host: '127.0.0.1', apiUrl: 'http://127.0.0.1:1', guardianUrl: undefined }

test('answers requests that arrive during the build', async () => {
  const [folder, port] = await Promise.all([smallBuild(), freePort()])
  const building = Promise.withResolvers<string>()
  const starting = startFrame({ ...config, port }, { folder: building.promise })
  ends.push(async () => (await starting).close())
  const ask = async (): Promise<Response> => {
    // The door opens a moment after the start was called.
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/assets/main.js`).catch(() => undefined)
      if (answer) return answer
    }
  }
  const response = ask()
  expect(await Promise.race([response, new Promise((done) => setTimeout(done, 50, 'waits'))])).toBe('waits')
  building.resolve(folder)
  expect(await (await response).text()).toBe('export {}')
})

test('fails /ready first on shutdown, then accepts no new request and finishes its response', async () => {
  const frame = await startFrame(
    { ...config, port: 0, shutdownWaitMs: 200, keepAliveMs: 60_000 },
    { folder: smallBuild() },
  )
  expect((await fetch(`${frame.url}/ready`)).status).toBe(200)
  const closed = frame.close()
  expect((await fetch(`${frame.url}/ready`)).status).toBe(503)
  expect((await fetch(`${frame.url}/assets/main.js`)).status).toBe(200)
  await closed
  await expect(fetch(`${frame.url}/health`)).rejects.toThrow()
})

test('reports a failed build, and frees the port', async () => {
  const port = await freePort()
  await expect(startFrame({ ...config, port }, { folder: Promise.reject(new Error('no such file')) })).rejects.toThrow(
    'no such file',
  )
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
})
