import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Arch, arches, type DebianPackage, debianPackages } from './debianPackages.ts'
import { ReleaseError } from './releaseError.ts'

const run = promisify(execFile)

/**
 * The folders with the unpacked Debian packages of an architecture, by package. Each is downloaded once with apt-get, into `cache`, and
 * accepted with its pinned hash only.
 */
export async function fetchDebian(arch: Arch, cache: string): Promise<Map<string, string>> {
  await mkdir(cache, { recursive: true })
  const folders = new Map<string, string>()
  let apt: Apt | undefined
  for (const each of debianPackages) {
    const hash = each.hashes[arch]
    const folder = join(cache, hash)
    folders.set(each.name, folder)
    if (await readdir(folder).catch(() => undefined)) continue
    const deb = join(cache, `${hash}.deb`)
    if (!(await hasHash(deb, hash))) {
      apt ??= await openApt(arch, cache)
      await download(apt, each, deb, hash)
    }
    const draft = await mkdtemp(join(cache, 'unpacking-'))
    await run('dpkg-deb', ['--extract', deb, draft])
    await rename(draft, folder)
  }
  return folders
}

type Apt = { options: string[]; folder: string; debian: string }

/** An apt of our own, for any architecture, with the sources of this machine; the machine's own state stays as it is. */
export async function openApt(arch: Arch, cache: string): Promise<Apt> {
  const { debian } = arches[arch]
  const folder = join(cache, `apt-${debian}`)
  await mkdir(join(folder, 'lists/partial'), { recursive: true })
  await mkdir(join(folder, 'archives/partial'), { recursive: true })
  await writeFile(join(folder, 'status'), '')
  const settings = {
    'Dir::State': folder,
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': folder,
    'APT::Architecture': debian,
    'APT::Architectures': debian,
    // apt's own user can't read a checkout in someone's home.
    'APT::Sandbox::User': 'root',
  }
  const options = ['-qq', ...Object.entries(settings).map(([name, value]) => `--option=${name}=${value}`)]
  await run('apt-get', [...options, 'update']).catch((cause) => {
    throw new ReleaseError(
      `Images need Debian's apt-get, which failed: ${firstLine(cause)} Use --no-images without it.`,
    )
  })
  return { options, folder, debian }
}

async function download({ options, folder }: Apt, { name, version }: DebianPackage, deb: string, hash: string) {
  const parcel = await mkdtemp(join(folder, 'fetching-'))
  try {
    await run('apt-get', [...options, 'download', `${name}=${version}`], { cwd: parcel })
    const [file = ''] = await readdir(parcel)
    if (!(await hasHash(join(parcel, file), hash)))
      throw new ReleaseError(`Debian's ${name} ${version} failed its integrity check (hash mismatch). Not used.`)
    await rename(join(parcel, file), deb)
  } catch (cause) {
    if (cause instanceof ReleaseError) throw cause
    throw new ReleaseError(
      `Could not download Debian's ${name} ${version}: ${firstLine(cause)} If Debian has replaced it, put the old file at ${deb}, or pin the new one: node tools/release/pinPackages.ts.`,
    )
  } finally {
    await rm(parcel, { recursive: true, force: true })
  }
}

const hasHash = async (file: string, hash: string): Promise<boolean> => {
  const bytes = await readFile(file).catch(() => undefined)
  return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === hash
}

const firstLine = (cause: unknown): string => {
  const { stderr = '', message = '' } = cause as { stderr?: string; message?: string }
  return (stderr || message).trim().split('\n')[0] ?? ''
}
