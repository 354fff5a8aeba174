import { KitError } from '@billfold/protocol/error'
import { type Metadata, readMetadata } from '@billfold/protocol/polkadot/metadata'
import { bytesOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import type { QueryChain } from '../chainQuery.ts'

/** A chain's runtime: everything that its transactions must match. */
export type Runtime = {
  genesisHash: string
  specVersion: number
  transactionVersion: number
  metadata: Metadata
  /** The minimum balance of an account. */
  existentialDeposit: bigint
  /** The chain's address prefix. */
  prefix: number
}

/** Metadata is large and constant: a few are cached, for all kits. */
const known = new Map<string, Promise<Runtime>>()
const maxCached = 4

/** The chain's runtime, now or at a block. */
export async function readRuntime(ask: QueryChain, at?: string): Promise<Runtime> {
  const where = at === undefined ? [] : [at]
  const [genesisHash, version] = await Promise.all([
    ask({ method: 'chain_getBlockHash', params: [0] }),
    ask({ method: 'state_getRuntimeVersion', params: where }),
  ])
  const { specVersion, transactionVersion } = (version ?? {}) as Record<string, unknown>
  if (!isHash(genesisHash) || !isWhole(specVersion) || !isWhole(transactionVersion)) throw invalidResponse({ version })
  const key = `${genesisHash} ${specVersion}`
  const cached = known.get(key)
  if (cached) return cached
  const reading = describe(ask, where, { genesisHash, specVersion, transactionVersion })
  known.set(key, reading)
  for (const oldest of [...known.keys()].slice(0, -maxCached)) known.delete(oldest)
  reading.catch(() => known.delete(key))
  return reading
}

async function describe(
  ask: QueryChain,
  where: readonly string[],
  version: Pick<Runtime, 'genesisHash' | 'specVersion' | 'transactionVersion'>,
): Promise<Runtime> {
  const metadata = readMetadata(bytesOf(await ask({ method: 'state_getMetadata', params: where })))
  const constant = (pallet: string, name: string) =>
    metadata.pallets.find((each) => each.name === pallet)?.constants[name]
  const [least, prefix] = [constant('Balances', 'ExistentialDeposit'), constant('System', 'SS58Prefix')]
  if (!least || !prefix)
    throw new KitError('version_unsupported', { message: 'This network has no existential deposit' })
  return {
    ...version,
    metadata,
    existentialDeposit: scaleReader(least).uint(least.length),
    prefix: Number(scaleReader(prefix).uint(prefix.length)),
  }
}

export const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)

/** The error on a malformed node response. */
export const invalidResponse = (cause: unknown): KitError =>
  new KitError('unavailable', { message: 'The network returned an invalid response', cause })
