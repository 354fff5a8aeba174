import { createHash } from 'node:crypto'
import { type LockEntry, type Lockfile, nameAt, placeOf } from '../check/readLockfile.ts'
import { pinnedNode } from '../setup/chooseNode.mjs'
import type { App } from './apps.ts'
import { type Arch, arches, debianPackages } from './debianPackages.ts'

type Options = {
  app: App
  arch: Arch
  version: string
  commit: string
  seconds: number
  lock: Lockfile
  /** The folders of the bundled packages, from the root. */
  packages: readonly string[]
  /** Whether Debian's packages are in it: those of an image. */
  hasImage: boolean
}

type Component = { 'bom-ref': string; purl: string; name: string; version: string } & Record<string, unknown>

/** The parts of an artifact as CycloneDX 1.6: Node, the bundled packages with the lockfile's hashes, and an image's libraries. */
export function writeSbom({ app, arch, version, commit, seconds, lock, packages, hasImage }: Options): string {
  const bundled = new Map(packages.map((place) => [place, npmComponent(place, lock.packages[place])]))
  const unique = new Map([...bundled.values()].map((component) => [component.purl, component]))
  const system = [nodeComponent(arch), ...(hasImage ? debianPackages.map((each) => debianComponent(each, arch)) : [])]
  const root = `pkg:generic/billfold-${app.name}@${version}?arch=${arches[arch].debian}`
  const edges = new Map([...unique.keys()].map((purl) => [purl, new Set<string>()]))
  for (const [place, { purl }] of bundled)
    for (const name of Object.keys(lock.packages[place]?.dependencies ?? {})) {
      const target = bundled.get(placeOf(lock, place, name) ?? '')
      if (target) edges.get(purl)?.add(target.purl)
    }
  const components = [...system, ...unique.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  const body = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': root,
        name: `billfold-${app.name}`,
        version,
        description: app.description,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        properties: [{ name: 'billfold:commit', value: commit }],
      },
    },
    components,
    dependencies: [
      { ref: root, dependsOn: components.map(({ purl }) => purl) },
      ...[...edges].sort().map(([ref, targets]) => ({ ref, dependsOn: [...targets].sort() })),
    ],
  }
  return `${JSON.stringify({ ...body, serialNumber: serialOf(JSON.stringify(body)) }, undefined, 2)}\n`
}

function npmComponent(place: string, entry: LockEntry | undefined): Component {
  if (!entry?.version || !entry.integrity) throw new Error(`The lockfile has no hash of ${place}.`)
  const full = nameAt(place, entry)
  const [name = '', group] = full.split('/').reverse()
  return component(`pkg:npm/${full.replace('@', '%40')}@${entry.version}`, {
    ...(group ? { group } : {}),
    name,
    version: entry.version,
    hashes: [sha512(entry.integrity)],
    licenses: licencesOf(entry.license),
  })
}

function nodeComponent(arch: Arch): Component {
  const { version, integrity } = pinnedNode(`linux-${arch}`)
  return component(`pkg:npm/node-linux-${arch}@${version}`, {
    name: `node-linux-${arch}`,
    version,
    description: 'The binary of Node',
    hashes: [sha512(integrity)],
    licenses: [{ license: { id: 'MIT' } }],
  })
}

function debianComponent({ name, version, licence, hashes }: (typeof debianPackages)[number], arch: Arch): Component {
  const encoded = encodeURIComponent(version).replaceAll('%3A', ':')
  return component(
    `pkg:deb/debian/${encodeURIComponent(name)}@${encoded}?arch=${arches[arch].debian}&distro=debian-12`,
    {
      name,
      version,
      hashes: [{ alg: 'SHA-256', content: hashes[arch] }],
      licenses: [{ expression: licence }],
    },
  )
}

const component = (purl: string, rest: { name: string; version: string } & Record<string, unknown>): Component => ({
  type: 'library',
  'bom-ref': purl,
  purl,
  ...rest,
})

/** A licence's identifier, or an expression of several. */
function licencesOf(licence: unknown): object[] {
  if (typeof licence !== 'string') return []
  return /^[\w.+-]+$/.test(licence) ? [{ license: { id: licence } }] : [{ expression: licence }]
}

/** The hash of npm's `integrity` as CycloneDX writes it. */
function sha512(integrity: string) {
  const [algorithm, base64 = ''] = integrity.split(/-(.*)/s)
  if (algorithm !== 'sha512') throw new Error(`${integrity} is not a SHA-512 hash.`)
  return { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }
}

/** A UUID (version 8) of the content, so that the same content has the same. */
function serialOf(content: string): string {
  const hash = createHash('sha256').update(content).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`
}
