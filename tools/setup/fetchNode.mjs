import { createHash, timingSafeEqual } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readTarEntry } from './readTarEntry.mjs'
import { runNpm } from './runNpm.mjs'
import { SetupError } from './setupError.mjs'

/** Puts the pinned Node into the checkout: fetched with npm, accepted only with the known hash, moved in atomically. */
export async function fetchNode({ path, name, version, integrity }, { node, root, env }) {
  if (existsSync(path)) return
  const state = join(root, '.billfold')
  mkdirSync(state, { recursive: true })
  const parcel = mkdtempSync(join(state, 'fetching-'))
  try {
    await runNpm(['pack', `${name}@${version}`, '--pack-destination', parcel], { node, cwd: parcel, env })
    const parcelFile = readdirSync(parcel).find((file) => file.endsWith('.tgz'))
    if (!parcelFile) throw new SetupError(`npm didn’t download ${name} ${version}.`)
    const bytes = readFileSync(join(parcel, parcelFile))
    if (!hasIntegrity(bytes, integrity))
      throw new SetupError(`${name} ${version} failed its integrity check (hash mismatch). Not used.`)
    const archive = gunzipSync(bytes)
    const binary = readTarEntry(archive, 'package/bin/node')
    const licence = readTarEntry(archive, 'package/LICENSE')
    if (!binary) throw new SetupError(`${name} ${version} has no bin/node.`)
    const place = dirname(dirname(path))
    const staged = join(parcel, 'node')
    mkdirSync(join(staged, 'bin'), { recursive: true })
    writeFileSync(join(staged, 'bin', 'node'), binary, { mode: 0o755 })
    if (licence) writeFileSync(join(staged, 'LICENSE'), licence)
    rmSync(place, { recursive: true, force: true })
    renameSync(staged, place)
  } finally {
    rmSync(parcel, { recursive: true, force: true })
  }
}

/** Whether bytes have the hash that npm's `integrity` notation names. */
export function hasIntegrity(bytes, integrity) {
  const [algorithm, expected] = integrity.split(/-(.*)/s)
  const [actual, wanted] = [createHash(algorithm).update(bytes).digest(), Buffer.from(expected, 'base64')]
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}
