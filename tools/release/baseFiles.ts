import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Arch, arches } from './debianPackages.ts'
import type { TarEntry } from './writeTar.ts'

/** The user that images run as. */
export const imageUser = 10_001

/** The libraries that Node links, by package, in Debian's two folders for them. */
const libraries = {
  libc6: [
    'libc.so.6',
    'libdl.so.2',
    'libm.so.6',
    'libpthread.so.0',
    'libresolv.so.2',
    'libnss_dns.so.2',
    'libnss_files.so.2',
  ],
  'libgcc-s1': ['libgcc_s.so.1'],
  'libstdc++6': ['libstdc++.so.6'],
}

type Options = {
  arch: Arch
  /** Unpacked Debian packages by name. */
  debian: ReadonlyMap<string, string>
  node: { binary: Uint8Array; licence: Uint8Array }
}

/** The files below every image's own: Node, what it links, certificates, one user, and no shell. */
export async function baseFiles({ arch, debian, node }: Options): Promise<TarEntry[]> {
  const { libraries: folder, loader } = arches[arch]
  const read = (name: string, path: string) => readFile(join(debian.get(name)!, path))
  const files: TarEntry[] = [
    { path: 'usr/local/bin/node', mode: 0o755, body: node.binary },
    { path: 'usr/share/doc/node/LICENSE', body: node.licence },
    { path: loader, mode: 0o755, body: await read('libc6', `lib/${folder}/${loader.split('/').at(-1)}`) },
    { path: 'etc/ssl/certs/ca-certificates.crt', body: await certificates(debian.get('ca-certificates')!) },
    { path: 'etc/passwd', body: text(`billfold:x:${imageUser}:${imageUser}::/var/lib/billfold:/sbin/nologin\n`) },
    { path: 'etc/group', body: text(`billfold:x:${imageUser}:\n`) },
    { path: 'etc/nsswitch.conf', body: text('hosts: files dns\n') },
  ]
  for (const [name, list] of Object.entries(libraries))
    for (const file of list) {
      const place = `${name === 'libstdc++6' ? 'usr/' : ''}lib/${folder}/${file}`
      files.push({ path: place, mode: 0o755, body: await read(name, place) })
    }
  for (const name of ['libc6', 'gcc-12-base', 'ca-certificates'])
    files.push({ path: `usr/share/doc/${name}/copyright`, body: await read(name, `usr/share/doc/${name}/copyright`) })
  return [
    ...withFolders(files),
    ...['dev/', 'proc/', 'run/', 'sys/', 'var/', 'var/lib/'].map((path) => ({ path })),
    { path: 'tmp/', mode: 0o1777 },
    { path: 'var/lib/billfold/', mode: 0o700, owner: imageUser },
  ]
}

/** The entries and the folders that they are in. */
export function withFolders(files: readonly TarEntry[]): TarEntry[] {
  const folders = new Set(
    files.flatMap(({ path }) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))),
  )
  return [...[...folders].map((path) => ({ path })), ...files]
}

/** All authorities that Debian trusts by default, in one file. */
async function certificates(folder: string): Promise<Uint8Array> {
  const place = join(folder, 'usr/share/ca-certificates/mozilla')
  const names = (await readdir(place)).filter((name) => name.endsWith('.crt')).sort()
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(place, name)))))
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
