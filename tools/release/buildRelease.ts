import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Lockfile, readLockfile } from '../check/readLockfile.ts'
import { pinnedNode } from '../setup/chooseNode.mjs'
import { fetchNode } from '../setup/fetchNode.mjs'
import { type App, apps } from './apps.ts'
import { baseFiles, withFolders } from './baseFiles.ts'
import { bundleApp } from './bundleApp.ts'
import type { Arch } from './debianPackages.ts'
import { fetchDebian } from './fetchDebian.ts'
import { licenceTexts } from './licenceTexts.ts'
import { type Layer, writeImage } from './writeImage.ts'
import { writeManifest } from './writeManifest.ts'
import { writeSbom } from './writeSbom.ts'
import { type TarEntry, tarParts, writeTar } from './writeTar.ts'

type Options = {
  root: string
  outDir: string
  version: string
  commit: string
  /** Unix time of the commit: all files have it. */
  seconds: number
  arches: readonly Arch[]
  /** Without images, the build needs no Debian packages. */
  hasImages: boolean
  /** The apps to build; all by default. */
  names?: readonly string[]
  say: (line: string) => void
}

/**
 * Builds every app for every architecture into a folder: archive, image, list of parts, the files of deploy/, the frame's manifest and the hashes of all. The same
 * commit makes the same bytes.
 */
export async function buildRelease(options: Options): Promise<void> {
  const { root, outDir, version, commit, seconds, hasImages, say } = options
  const lock = await readLockfile(root)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await mkdir(join(root, '.billfold/release'), { recursive: true })
  const drafts = await mkdtemp(join(root, '.billfold/release/bundles-'))
  const digests: string[] = []
  try {
    const bundles: Bundle[] = []
    for (const app of apps.filter(({ name }) => options.names?.includes(name) ?? true)) {
      say(`Bundling ${app.name}.`)
      const folder = join(drafts, app.name)
      bundles.push(await bundle({ root, lock, app, folder, version }))
      if (app.hasPage) await cp(join(folder, 'files.json'), join(outDir, `billfold-${app.name}-${version}.files.json`))
    }
    for (const arch of options.arches) {
      const node = await readNode(root, arch)
      const packedNode = gzipSync(padded(node.binary))
      const base = hasImages ? await baseLayer(root, arch, node, seconds) : undefined
      for (const { app, files, packages } of bundles) {
        const name = `billfold-${app.name}-${version}-${arch}`
        say(`Writing ${name}.`)
        const write = (ending: string, content: string | Uint8Array) => writeFile(join(outDir, name + ending), content)
        await write('.tar.gz', writeArchive({ name, files, node, packedNode, seconds }))
        await write(
          '.cdx.json',
          writeSbom({ app, arch, version, commit, seconds, lock, packages, hasImage: hasImages }),
        )
        if (!base) continue
        const own = layer(withFolders(files.map((file) => ({ ...file, path: `app/${file.path}` }))), seconds)
        const { bytes, digest } = writeImage({ app, arch, version, commit, seconds, layers: [base, own] })
        await write('.oci.tar', bytes)
        digests.push(`${digest}  billfold/${app.name}:${version} linux/${arch}\n`)
      }
    }
    if (hasImages) await writeFile(join(outDir, 'image-digests.txt'), digests.join(''))
    const deploy = await readFolder(join(root, 'deploy'))
    const entries = withFolders(deploy.map((file) => ({ ...file, path: `deploy/${file.path}` })))
    await writeFile(join(outDir, `billfold-deploy-${version}.tar.gz`), gzipSync(writeTar(entries, seconds)))
    await writeHashes(outDir)
  } finally {
    await rm(drafts, { recursive: true, force: true })
  }
}

type Bundle = { app: App; files: TarEntry[]; packages: string[] }
type NodeFiles = { binary: Uint8Array; licence: Uint8Array }

type Draft = { root: string; lock: Lockfile; app: App; folder: string; version: string }

async function bundle({ root, lock, app, folder, version }: Draft): Promise<Bundle> {
  const packages = await bundleApp(root, app, folder)
  if (app.hasPage) await writeFile(join(folder, 'files.json'), await writeManifest(root, join(folder, 'page'), version))
  await writeFile(join(folder, 'THIRD-PARTY.txt'), await licenceTexts(root, lock, packages))
  for (const name of ['LICENSE', 'NOTICE.md']) await writeFile(join(folder, name), await readFile(join(root, name)))
  return { app, files: await readFolder(folder), packages }
}

async function readFolder(folder: string): Promise<TarEntry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  return Promise.all(
    files.sort().map(async (file) => ({ path: file.slice(folder.length + 1), body: await readFile(file) })),
  )
}

/** Node's binary for an architecture, from npm, by its pinned hash. */
async function readNode(root: string, arch: Arch): Promise<NodeFiles> {
  const pinned = pinnedNode(`linux-${arch}`)
  const folder = join(root, '.billfold/release', `${pinned.name}-${pinned.version}`)
  const path = join(folder, 'bin/node')
  await fetchNode({ path, ...pinned }, { node: process.execPath, root, env: process.env })
  return { binary: await readFile(path), licence: await readFile(join(folder, 'LICENSE')) }
}

async function baseLayer(root: string, arch: Arch, node: NodeFiles, seconds: number): Promise<Layer> {
  const debian = await fetchDebian(arch, join(root, '.billfold/release'))
  return layer(await baseFiles({ arch, debian, node }), seconds)
}

function layer(entries: readonly TarEntry[], seconds: number): Layer {
  const archive = writeTar(entries, seconds)
  return { bytes: gzipSync(archive), diffId: `sha256:${sha256(archive)}` }
}

type Archive = { name: string; files: readonly TarEntry[]; node: NodeFiles; packedNode: Uint8Array; seconds: number }

/**
 * An archive that runs on any Linux with glibc: `bin/node` and `app`. Gzip allows several parts, one after the other, so that Node, which
 * all apps share, is compressed once.
 */
function writeArchive({ name, files, node, packedNode, seconds }: Archive): Buffer {
  const [header] = tarParts({ path: `${name}/bin/node`, mode: 0o755, body: node.binary }, seconds)
  const rest = withFolders([
    { path: `${name}/bin/NODE-LICENSE`, body: node.licence },
    ...files.map((file) => ({ ...file, path: `${name}/app/${file.path}` })),
  ])
  return Buffer.concat([gzipSync(header), packedNode, gzipSync(writeTar(rest, seconds))])
}

function padded(binary: Uint8Array): Buffer {
  const [, body, padding] = tarParts({ path: 'node', body: binary }, 0)
  return Buffer.concat([body, padding])
}

/** Writes `SHA256SUMS`, for `sha256sum --check`. */
async function writeHashes(outDir: string): Promise<void> {
  const names = (await readdir(outDir)).sort()
  const lines = await Promise.all(names.map(async (name) => `${sha256(await readFile(join(outDir, name)))}  ${name}\n`))
  await writeFile(join(outDir, 'SHA256SUMS'), lines.join(''))
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
