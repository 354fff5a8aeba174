import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { StartupError } from '../process/startupError.ts'
import { type ChainEntry, chainEntry, toServerChain } from './chainEntry.ts'
import type { ServerChain } from './serverChain.ts'

/**
 * The chains an operator set up: a file (`CHAINS_FILE`), and for who needs no more than that, a variable per chain
 * (`RPC_URL_EIP155_1=https://…,wss://…`), which comes before what the file says of the same chain.
 */
export function readChains(env: NodeJS.ProcessEnv): ServerChain[] {
  const entries = new Map<string, ChainEntry>()
  if (env.CHAINS_FILE) for (const entry of readFile(env.CHAINS_FILE)) entries.set(entry.id, entry)
  for (const [name, value] of Object.entries(env)) {
    const id = chainOf(name)
    if (!id || !value) continue
    const urls = value.split(',').map((url) => url.trim())
    const { rpcUrls = [], wsUrls = [], ...rest } = entries.get(id) ?? {}
    const entry = {
      ...rest,
      id,
      rpcUrls: [...urls.filter((url) => !isSocket(url)), ...rpcUrls],
      wsUrls: [...urls.filter(isSocket), ...wsUrls],
    }
    entries.set(
      id,
      check(entry, () => `${name} must be URLs of nodes with commas between them, one of them http(s).`),
    )
  }
  return [...entries.values()].map(toServerChain)
}

/** `RPC_URL_EIP155_1` → `eip155:1`. References of other families differ by case, so theirs is kept. */
function chainOf(name: string): string | undefined {
  const [, namespace, reference] = /^RPC_URL_([A-Z0-9]+)_(.+)$/.exec(name) ?? []
  return namespace && reference ? `${namespace.toLowerCase()}:${reference}` : undefined
}

const isSocket = (url: string) => /^wss?:/i.test(url)

function readFile(path: string): ChainEntry[] {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (e) {
    const why = e instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new StartupError(`CHAINS_FILE must be a JSON file with a list of chains; ${path} ${why}.`)
  }
  if (!Array.isArray(value))
    throw new StartupError(`CHAINS_FILE must hold a list of chains, [{ "id": … }]; ${path} does not.`)
  // URLs may hold keys, so values are never repeated.
  return value.map((item, at) =>
    check(item, (field, should) => `CHAINS_FILE: chain ${at + 1}, ${field} must be ${should}.`),
  )
}

function check(value: unknown, sentence: (field: string, should: string) => string): ChainEntry {
  const { success, data, error } = z.safeParse(chainEntry, value)
  if (success) return data
  const [issue] = error.issues
  throw new StartupError(sentence(issue?.path.join('.') || 'it', issue?.message ?? 'valid'))
}
