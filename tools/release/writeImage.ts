import { createHash } from 'node:crypto'
import type { App } from './apps.ts'
import { imageUser } from './baseFiles.ts'
import { type Arch, arches } from './debianPackages.ts'
import { type TarEntry, writeTar } from './writeTar.ts'

/** A layer: its compressed bytes, and the hash of the archive in them. */
export type Layer = { bytes: Uint8Array; diffId: string }

type Options = {
  app: App
  arch: Arch
  version: string
  commit: string
  /** Unix time of the commit. */
  seconds: number
  layers: readonly Layer[]
}

/**
 * An image as an archive in the OCI layout, which podman, buildah, skopeo and Docker 25 load; `manifest.json` is for older Dockers. Returns
 * its digest, too.
 */
export function writeImage({ app, arch, version, commit, seconds, layers }: Options): {
  bytes: Buffer
  digest: string
} {
  const created = new Date(seconds * 1000).toISOString()
  const name = `billfold/${app.name}`
  const annotations = {
    'org.opencontainers.image.title': name,
    'org.opencontainers.image.description': app.description,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.created': created,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  }
  const platform = { architecture: arches[arch].debian, os: 'linux', ...(arch === 'arm64' ? { variant: 'v8' } : {}) }
  const config = blob('application/vnd.oci.image.config.v1+json', {
    created,
    ...platform,
    config: {
      User: `${imageUser}:${imageUser}`,
      Env: ['PATH=/usr/local/bin', 'NODE_ENV=production', 'HOST=0.0.0.0', `PORT=${app.port}`],
      Entrypoint: ['/usr/local/bin/node'],
      Cmd: [`/app/${app.name}.js`],
      WorkingDir: '/app',
      ExposedPorts: { [`${app.port}/tcp`]: {} },
      StopSignal: 'SIGTERM',
      Labels: annotations,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map((_, i) => ({ created, created_by: i === 0 ? 'Node and what it links' : name })),
  })
  const packed = layers.map(({ bytes }) => blob('application/vnd.oci.image.layer.v1.tar+gzip', bytes))
  const manifest = blob('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: config.descriptor,
    layers: packed.map(({ descriptor }) => descriptor),
    annotations,
  })
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      { ...manifest.descriptor, platform, annotations: { 'org.opencontainers.image.ref.name': `${name}:${version}` } },
    ],
  }
  const legacy = [{ Config: config.path, RepoTags: [`${name}:${version}`], Layers: packed.map(({ path }) => path) }]
  const entries: TarEntry[] = [
    { path: 'blobs/' },
    { path: 'blobs/sha256/' },
    { path: 'index.json', body: json(index) },
    { path: 'manifest.json', body: json(legacy) },
    { path: 'oci-layout', body: json({ imageLayoutVersion: '1.0.0' }) },
    ...[config, manifest, ...packed].map(({ path, bytes }) => ({ path, body: bytes })),
  ]
  return { bytes: writeTar(entries, seconds), digest: manifest.descriptor.digest }
}

function blob(mediaType: string, content: object) {
  const bytes = content instanceof Uint8Array ? content : json(content)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const descriptor = { mediaType, digest: `sha256:${hash}`, size: bytes.length }
  return { bytes, descriptor, path: `blobs/sha256/${hash}` }
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
