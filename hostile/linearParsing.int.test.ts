import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isBait, symbolsOf } from '@billfold/server/providers/balances/isBait'
import { findSvgFault } from '@billfold/server/registry/findSvgFault'
import { expect, it } from 'vitest'
import { isSchema, readBySchema, superlinearText } from './linearParsing.ts'

/** What a stranger's text does not reach at any length, and why. */
const bounded: Readonly<Record<string, string>> = {
  'base58 decodeBase58': 'who reads a stranger’s text counts its letters first; here those readers are tried',
  'base58 encodeBase58': 'takes bytes, of keys, hashes and transactions',
  'solana/programAddress associatedAddress': 'takes addresses that were read',
  'solana/programAddress programAddress': 'takes addresses that were read',
  'solana/solName nameRecord': 'takes addresses that were read',
  'solana/solName tokenRecordAddress': 'takes addresses that were read',
  ...Object.fromEntries(
    ['accountsIn', 'approveNamespaces', 'findForeignChain', 'grantsOn', 'isEventApproved', 'isMethodApproved'].map(
      (name) => [`wc/namespaces ${name}`, 'takes an object that a schema has read'],
    ),
  ),
  'embedded/farcasterSignIn writeFarcasterSignIn': 'takes an object of our own',
}

const folder = join(import.meta.dirname, '../packages/protocol/src')
async function protocolModules(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).map((file) => file.slice(0, -3))
}

type Contract = Record<string, { input: unknown }>
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((call) => isSchema((call as { input?: unknown } | null)?.input))

/** How something exported reads a text: a function, a schema, each call of a contract. */
function readersOf(name: string, value: unknown): [string, (text: string) => unknown][] {
  if (isSchema(value)) return [[name, readBySchema(value)]]
  if (isContract(value))
    return Object.entries(value).map(([call, { input }]) => [`${name}.${call}`, readBySchema(input as never)])
  if (typeof value !== 'function') return []
  const run = value as (...given: unknown[]) => unknown
  return [[name, (text) => run(text)]]
}

it('finds a reader whose work grows with the square of its text', async () => {
  // Looks at all before it for each letter, as a pattern does that is tried from every place.
  const planted = (text: string) => {
    let pairs = 0
    for (let at = 0; at < text.length; at++)
      for (let before = 0; before < at; before++) if (text[before] === text[at]) pairs++
    return pairs
  }
  expect(superlinearText(planted)).toBeDefined()
  expect(superlinearText((text) => / +$/.test(text))).toMatch(/^" {20}"/)
  expect(superlinearText((text) => JSON.stringify(text.split('')))).toBeUndefined()
})

it('takes no longer than a text is long, for everything that the protocol reads', { timeout: 300_000 }, async () => {
  const found: Record<string, string> = {}
  let count = 0
  for (const path of await protocolModules()) {
    const exported = (await import(`@billfold/protocol/${path}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported))
      for (const [what, read] of readersOf(`${path} ${name}`, value)) {
        count++
        if (what in bounded) continue
        const text = superlinearText(read)
        if (text) found[what] = text
      }
  }
  expect(found).toEqual({})
  // Were the modules not found, nothing would be.
  expect(count).toBeGreaterThan(300)
})

it.each([
  ['findSvgFault', (text: string) => findSvgFault(new TextEncoder().encode(text))],
  ['isBait', (text: string) => isBait({ name: text, symbol: text, decimals: 1 }, symbolsOf([text]))],
])('takes no longer than a text is long: %s', async (_, read) => {
  expect(superlinearText(read)).toBeUndefined()
})
