import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { pendingMigrations } from '@billfold/server/db/migrate'
import { addProject } from '@billfold/server/projects/projects'
import { startTestCluster, type TestCluster } from '@billfold/server/test/testDatabase'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '../../tools/start/freePort.ts'
import { locateProgram, programs } from '../../tools/test/findProgram.ts'
import { type Running, runImage } from './runImage.ts'
import { type Image, unpackImage } from './unpackImage.ts'

const run = promisify(execFile)
const names = ['server', 'relay', 'frame', 'guardian'] as const
const version = JSON.parse(await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8')).version
const isRoot = process.getuid?.() === 0
const buildahPath = await locateProgram(programs.buildah)
const emulator = await locateProgram(programs.emulator)

let [first, second] = ['', '']
let folder = ''
let cluster: TestCluster
const running: Running[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billfold-images-'))
  ;[first = '', second = ''] = inject('releases')
  cluster = await startTestCluster()
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
})
afterAll(async () => {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

const images = new Map<string, Promise<Image>>()
const imageOf = (name: string, arch = 'x64'): Promise<Image> => {
  const key = `${name}-${arch}`
  const image =
    images.get(key) ?? unpackImage(join(first, `billfold-${name}-${version}-${arch}.oci.tar`), join(folder, key))
  images.set(key, image)
  return image
}

/** Starts an image and waits until a path answers 200. */
async function start(name: string, path: string, env: Record<string, string>, data?: string) {
  const port = await freePort()
  const container = runImage(await imageOf(name), {
    env: { HOST: '127.0.0.1', PORT: String(port), ...env },
    ...(data ? { data } : {}),
  })
  running.push(container)
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(url + path).then(
          ({ status }) => status,
          () => container.output(),
        ),
      { interval: 200 },
    )
    .toBe(200)
  return { ...container, url }
}

it.skipIf(process.env.RELEASE_DIR)('makes the same bytes from two clones of one commit', async () => {
  const [one, two] = await Promise.all([first, second].map((each) => readFile(join(each, 'SHA256SUMS'), 'utf8')))
  expect(two).toBe(one)
  const files = one!
    .trim()
    .split('\n')
    .map((line) => line.slice(66))
  const each = names.flatMap((name) =>
    ['x64', 'arm64'].flatMap((arch) =>
      ['cdx.json', 'oci.tar', 'tar.gz'].map((ending) => `billfold-${name}-${version}-${arch}.${ending}`),
    ),
  )
  const rest = [`billfold-deploy-${version}.tar.gz`, `billfold-frame-${version}.files.json`, 'image-digests.txt']
  expect(files.sort()).toEqual([...each, ...rest].sort())
  await run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: first })
})

describe.skipIf(!isRoot)('the image of', () => {
  it.each(names)('%s holds no shell, no package manager and no file that its user may change', async (name) => {
    const { root, config } = await imageOf(name)
    expect(config.User).toBe('10001:10001')
    const paths = await readdir(root, { recursive: true })
    expect(paths.filter((path) => /(?:^|\/)(?:sh|bash|dash|busybox|npm|npx|apt|dpkg)$/.test(path))).toEqual([])
    expect(paths.filter((path) => /\.ts$|node_modules/.test(path))).toEqual([])
    const writable: string[] = []
    for (const path of paths) {
      const { mode, uid } = await lstat(join(root, path))
      if (((mode & 0o002) !== 0 && !(mode & 0o120000)) || uid !== 0) writable.push(path)
    }
    expect(writable).toEqual(['tmp', 'var/lib/billfold'])
  })

  it('server answers on an empty database, and on one that the sources migrated', async () => {
    const empty = await cluster.createEmpty()
    const server = await start('server', '/ready', { DATABASE_URL: empty, PUBLIC_URL: 'https://api.example' })
    expect(server.user()).toBe('10001')
    expect(await server.stop()).toBe(0)
    const { url, db } = await cluster.create()
    expect(await pendingMigrations(db)).toEqual([])
    await start('server', '/ready', { DATABASE_URL: url, PUBLIC_URL: 'https://api.example' })
  })

  it('server answers as a process that may not migrate, after a job that did', async () => {
    const env = { DATABASE_URL: await cluster.createEmpty() }
    const job = runImage(await imageOf('server'), { env, args: ['/app/billfold.js', 'migrate'] })
    expect([await job.ended, job.output()]).toEqual([0, expect.stringContaining('done  0001_projects')])
    await start('server', '/ready', { ...env, MIGRATE: 'never', PUBLIC_URL: 'https://api.example' })
  })

  it('server runs its commands', async () => {
    const { url } = await cluster.create()
    const image = await imageOf('server')
    const command = (...args: string[]) =>
      runImage(image, { env: { DATABASE_URL: url }, args: ['/app/billfold.js', 'projects', ...args] })
    const add = command('add', 'shop', '--name', 'Shop', '--origin', 'https://shop.example')
    expect([await add.ended, add.output()]).toEqual([0, expect.stringContaining('shop')])
    const list = command('list')
    expect([await list.ended, list.output()]).toEqual([0, expect.stringContaining('https://shop.example')])
  })

  it('relay answers', async () => {
    const { url } = await cluster.create()
    const relay = await start('relay', '/ready', { DATABASE_URL: url })
    expect(relay.user()).toBe('10001')
    expect(await relay.stop()).toBe(0)
  })

  it('guardian answers, with a key that its operator made', async () => {
    const data = join(folder, 'guardian-data')
    await mkdir(data, { recursive: true })
    await writeFile(join(data, 'key'), randomBytes(32).toString('hex'), { mode: 0o400 })
    await chown(join(data, 'key'), 10_001, 10_001)
    const settings = {
      GUARDIAN_KEY_FILE: '/var/lib/billfold/key',
      GUARDIAN_PUBLIC_URL: 'https://guardian.example',
      GUARDIAN_FRAME_ORIGINS: 'https://wallet.example',
      GUARDIAN_API_URL: 'https://api.example',
      GUARDIAN_PROJECTS: 'shop=shop.example',
      GUARDIAN_SMTP_URL: 'smtps://user:password@mail.example',
      GUARDIAN_MAIL_FROM: 'Guardian <guardian@example.com>',
    }
    const guardian = await start('guardian', '/guardian/v1/live', settings, data)
    expect(guardian.user()).toBe('10001')
    expect(await guardian.stop()).toBe(0)
  })

  it('frame sends what the release publishes', async () => {
    const { url: database, db } = await cluster.create()
    const server = await start('server', '/ready', { DATABASE_URL: database, PUBLIC_URL: 'https://api.example' })
    const project = { id: 'shop', name: 'Shop', origins: ['https://shop.example'] }
    await addProject(db, { ...project, features: {} })
    const frame = await start('frame', '/health', { API_URL: server.url })
    const archive = join(folder, 'frame')
    await mkdir(archive)
    await run('tar', [
      '--extract',
      `--file=${join(first, `billfold-frame-${version}-x64.tar.gz`)}`,
      `--directory=${archive}`,
    ])
    const bin = join(archive, `billfold-frame-${version}-x64`)
    const verify = (...args: string[]) =>
      run(join(bin, 'bin/node'), [join(bin, 'app/verify.js'), frame.url, ...args], { env: {} })
    const { stdout } = await verify('--project', 'shop', '--may-call', server.url)
    expect(stdout).toContain(`${frame.url} sends version ${version}: `)
    // The published manifest of another version: one sentence and exit 1.
    const manifest = JSON.parse(await readFile(join(first, `billfold-frame-${version}.files.json`), 'utf8'))
    manifest.files[0].sha256 = '0'.repeat(64)
    await writeFile(join(folder, 'changed.json'), JSON.stringify(manifest))
    await expect(verify('--manifest', join(folder, 'changed.json'))).rejects.toMatchObject({
      code: 1,
      stdout: `${frame.url}${manifest.files[0].path} sends other bytes than version ${version}.\n`,
    })
  })

  it('frame writes nowhere but to its data and /tmp', async () => {
    const code = `for (const path of ['/x', '/app/x', '/etc/passwd', '/var/lib/x']) try { require('fs').writeFileSync(path, ''); console.log(path) } catch (e) { console.log(e.code) }
      require('fs').writeFileSync('/tmp/x', ''); console.log(process.getuid())`
    const container = runImage(await imageOf('frame'), { args: ['-e', code] })
    await container.ended
    expect(container.output()).toBe('EROFS\nEROFS\nEROFS\nEROFS\n10001\n')
  })

  it('each app resolves names and trusts public authorities', async () => {
    const code = `require('dns').promises.lookup('localhost').then(({ address }) => console.log(address, require('tls').getCACertificates('default').length > 100, require('fs').readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8').split('BEGIN CERTIFICATE').length > 100))`
    const container = runImage(await imageOf('frame'), { args: ['-e', code] })
    await container.ended
    expect(container.output()).toMatch(/^(?:127\.0\.0\.1|::1) true true\n$/)
  })
})

describe.skipIf(!isRoot || !buildahPath)('buildah', () => {
  it('loads an image and runs it', async () => {
    const stores = ['--storage-driver=vfs', `--root=${join(folder, 'store')}`, `--runroot=${join(folder, 'run')}`]
    const buildah = (...args: string[]) => execFileSync(buildahPath!, [...stores, ...args], { encoding: 'utf8' }).trim()
    const container = buildah(
      'from',
      '--pull-never',
      `oci-archive:${join(first, `billfold-guardian-${version}-x64.oci.tar`)}`,
    )
    const output = buildah(
      'run',
      '--isolation=chroot',
      container,
      '--',
      '/usr/local/bin/node',
      '-p',
      '[process.version, process.getuid(), process.cwd()].join()',
    )
    expect(output).toBe(`${process.version},10001,/app`)
  })
})

describe.skipIf(!isRoot || !emulator)('an image for arm64', () => {
  it('runs under an emulator', async () => {
    const { root } = await imageOf('frame', 'arm64')
    const port = await freePort()
    const env = { API_URL: 'https://api.example', HOST: '127.0.0.1', PORT: String(port) }
    const child = spawn(emulator!, ['-L', root, join(root, 'usr/local/bin/node'), join(root, 'app/frame.js')], { env })
    try {
      await expect
        .poll(() => fetch(`http://127.0.0.1:${port}/health`).then((r) => r.text(), String), { timeout: 120_000 })
        .toBe('ok')
    } finally {
      child.kill('SIGKILL')
    }
  })
})
