import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Declared } from './exposeLocals.ts'
import type { Reader } from './findSuperlinear.ts'
import { isSchema, readBySchema } from './shapes.ts'

const root = join(import.meta.dirname, '../..')

/** The modules of a folder, as its package exports them. */
export async function modulesIn(folder: string, skips: RegExp): Promise<string[]> {
  const files = await readdir(join(root, folder), { recursive: true })
  return files.filter((file) => file.endsWith('.ts') && !skips.test(file)).map((file) => file.slice(0, -3))
}

type Contract = Record<string, { input: unknown }>
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((call) => isSchema((call as { input?: unknown } | null)?.input))

/** The readers of an export: a function, a schema, each call of a contract. */
function readersOf(name: string, value: unknown): Reader[] {
  if (isSchema(value)) return [[name, readBySchema(value)]]
  if (isContract(value))
    return Object.entries(value).map(([call, { input }]) => [`${name}.${call}`, readBySchema(input as never)])
  if (typeof value !== 'function') return []
  const run = value as (...given: unknown[]) => unknown
  return [[name, (text) => run(text)]]
}

/** All exports of the protocol. */
export async function protocolReaders(): Promise<Reader[]> {
  const readers: Reader[] = []
  for (const path of await modulesIn('packages/protocol/src', /\.test\.ts$/)) {
    const exported = (await import(`@billfold/protocol/${path}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) readers.push(...readersOf(`${path} ${name}`, value))
  }
  return readers
}

/** Commands, fixtures, and the code that runs the machine's own programs: no untrusted text reaches them. */
const notServed = /\.test\.ts$|(?:^|\/)main\.ts$|^fixtures\/|^cli\/|^db\/|^process\/|(?:^|\/)test[A-Z]/
/** A path on the operator's disk, or a setting of theirs. */
const isPlace = /^(?:path|dir|directory|file|walletFile|should|list|level)$/

/** Every schema of the server, and every function of it that takes a text, exported or not. */
export async function serverReaders(declared: Declared[]): Promise<Reader[]> {
  for (const path of await modulesIn('apps/server/src', notServed)) await import(`@billfold/server/${path}`)
  return declared.flatMap(({ file, name, value, takes }) =>
    takes !== undefined && isPlace.test(takes) ? [] : readersOf(`${file} ${name}`, value),
  )
}
