import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { osiLicences, permissiveLicences } from './osiLicences.ts'
import type { Problem } from './problem.ts'
import { type Lockfile, nameAt, placeOf, readLockfile } from './readLockfile.ts'
import { isLicenceAllowed } from './spdx.ts'
import { type Manifest, readManifest, readWorkspaces } from './workspaces.ts'

/** Packages whose package.json is wrong: `says` must still match, `means` is the license that counts. */
const licenceExceptions: { name: string; says: string | undefined; means: string; reason: string }[] = [
  {
    name: '@uniswap/v3-core',
    says: 'BUSL-1.1',
    means: 'GPL-2.0-or-later',
    reason: 'its change date passed: the Business Source Licence turned into the GPL on 2023-04-01',
  },
  {
    name: 'eyes',
    says: undefined,
    means: 'MIT',
    reason:
      'its package.json names none, its LICENSE is the MIT text; only tests load what loads it (@solana/web3.js 1.x)',
  },
  {
    name: 'text-encoding-utf-8',
    says: undefined,
    means: 'Unlicense',
    reason: 'its package.json names none, its LICENSE.md is the Unlicense; only tests load what loads it',
  },
  { name: 'memorystream', says: undefined, means: 'MIT', reason: 'uses the old `licenses` array, which names MIT' },
]

type Installed = { place: string; name: string; version: string; licence: string | undefined }

/** Every package in the lockfile or in node_modules is open source; what a site bundles with the kit is permissive too. */
export async function checkLicences(root: string): Promise<Problem[]> {
  const lock = await readLockfile(root)
  const installed = await installedPackages(root, lock)
  const problems = [...installed.values()].flatMap(({ name, version, licence, place }): Problem[] => {
    const meant = meaning(name, licence)
    if (meant !== undefined && isLicenceAllowed(meant, osiLicences)) return []
    const says = licence === undefined ? 'states no licence' : `is under ${licence}, which the OSI has not approved`
    return [{ path: place, sentence: `${name} ${version} ${says}: use another, or add an exception with its reason` }]
  })
  for (const [place, chain] of kitClosure(
    lock,
    (await readWorkspaces(root)).map(({ dir }) => dir),
  )) {
    const { name, version, licence } = installed.get(place) ?? {}
    const meant = name === undefined ? undefined : meaning(name, licence)
    if (name === undefined || (meant !== undefined && isLicenceAllowed(meant, permissiveLicences))) continue
    const path = `${chain[0]}/package.json`
    problems.push({
      path,
      sentence: `brings ${name} ${version} (${meant}) into the kit: a site may bundle permissive code only`,
    })
  }
  return problems
}

function meaning(name: string, licence: string | undefined): string | undefined {
  const exception = licenceExceptions.find((row) => row.name === name && row.says === licence)
  return exception ? exception.means : licence
}

/** By place in the tree. The package in node_modules overrides its entry in the lockfile. */
async function installedPackages(root: string, lock: Lockfile): Promise<Map<string, Installed>> {
  const packages = new Map<string, Installed>()
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules/') || entry.link) continue
    packages.set(place, {
      place,
      name: nameAt(place, entry),
      version: entry.version ?? '',
      licence: textOf(entry.license),
    })
  }
  const folders = [
    '',
    ...Object.keys(lock.packages).filter((place) => !place.includes('node_modules/') && place !== ''),
  ]
  for (const folder of folders)
    await readInstalled(root, folder === '' ? 'node_modules' : `${folder}/node_modules`, packages)
  return packages
}

async function readInstalled(root: string, folder: string, packages: Map<string, Installed>): Promise<void> {
  if (!existsSync(join(root, folder))) return
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  for (const entry of entries) {
    // A link leads to a workspace: ours, and checked as such.
    if (entry.isSymbolicLink() || !entry.isDirectory() || entry.name.startsWith('.')) continue
    const place = `${folder}/${entry.name}`
    if (entry.name.startsWith('@')) {
      await readInstalled(root, place, packages)
      continue
    }
    if (existsSync(join(root, place, 'package.json'))) {
      const manifest = await readManifest(join(root, place, 'package.json'))
      const name = manifest.name ?? nameAt(place)
      packages.set(place, { place, name, version: manifest.version ?? '', licence: licenceOf(manifest) })
    }
    await readInstalled(root, `${place}/node_modules`, packages)
  }
}

function licenceOf({ license }: Manifest): string | undefined {
  return textOf(license)
}

/** `"MIT"`, or the long-deprecated `{ "type": "MIT" }`. */
function textOf(licence: unknown): string | undefined {
  if (typeof licence === 'string') return licence
  const type = (licence as { type?: unknown } | null | undefined)?.type
  return typeof type === 'string' ? type : undefined
}

/** Everything that packages/* pull in at run time, each with its import chain: the packages that a site installs. */
function kitClosure(lock: Lockfile, dirs: string[]): Map<string, string[]> {
  const reached = new Map<string, string[]>()
  const queue = dirs.filter((dir) => dir.startsWith('packages/')).map((dir) => ({ place: dir, chain: [dir] }))
  for (let next = queue.shift(); next; next = queue.shift()) {
    const entry = lock.packages[next.place]
    const optionalPeers = entry?.peerDependenciesMeta ?? {}
    const peers = Object.keys(entry?.peerDependencies ?? {}).filter((name) => !optionalPeers[name]?.optional)
    const names = [
      ...Object.keys(entry?.dependencies ?? {}),
      ...Object.keys(entry?.optionalDependencies ?? {}),
      ...peers,
    ]
    for (const name of names) {
      const place = placeOf(lock, next.place, name)
      if (place === undefined || reached.has(place) || lock.packages[place]?.link) continue
      const chain = [...next.chain, name]
      reached.set(place, chain)
      queue.push({ place, chain })
    }
  }
  return reached
}
