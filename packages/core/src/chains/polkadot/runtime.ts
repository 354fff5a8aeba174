import { KitError } from '@billfold/protocol/error'
import { type Metadata, readMetadata } from '@billfold/protocol/polkadot/metadata'
import { bytesOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import type { AskChain } from '../chain.ts'

/** What a chain runs: everything that a transaction on it has to agree with. */
export type Runtime = {
  genesisHash: string
  specVersion: number
  transactionVersion: number
  metadata: Metadata
  /** The least an account holds. */
  existentialDeposit: bigint
  /** What stands before a key in the chain's own addresses. */
  prefix: number
}

/** Descriptions are large and never change: a few are remembered, for all kits. */
const known = new Map<string, Promise<Runtime>>()
const mostKnown = 4

/** What the chain runs now, or ran at a block. */
export async function readRuntime(ask: AskChain, at?: string): Promise<Runtime> {
  const where = at === undefined ? [] : [at]
  const [genesisHash, version] = await Promise.all([
    ask({ method: 'chain_getBlockHash', params: [0] }),
    ask({ method: 'state_getRuntimeVersion', params: where }),
  ])
  const { specVersion, transactionVersion } = (version ?? {}) as Record<string, unknown>
  if (!isHash(genesisHash) || !isWhole(specVersion) || !isWhole(transactionVersion)) throw nonsense({ version })
  const key = `${genesisHash} ${specVersion}`
  const found = known.get(key)
  if (found) return found
  const reading = describe(ask, where, { genesisHash, specVersion, transactionVersion })
  known.set(key, reading)
  for (const oldest of [...known.keys()].slice(0, -mostKnown)) known.delete(oldest)
  reading.catch(() => known.delete(key))
  return reading
}

async function describe(
  ask: AskChain,
  where: readonly string[],
  version: Pick<Runtime, 'genesisHash' | 'specVersion' | 'transactionVersion'>,
): Promise<Runtime> {
  const metadata = readMetadata(bytesOf(await ask({ method: 'state_getMetadata', params: where })))
  const constant = (pallet: string, name: string) =>
    metadata.pallets.find((each) => each.name === pallet)?.constants[name]
  const [least, prefix] = [constant('Balances', 'ExistentialDeposit'), constant('System', 'SS58Prefix')]
  if (!least || !prefix)
    throw new KitError('version_unsupported', { message: 'This network does not say what an account must hold' })
  return {
    ...version,
    metadata,
    existentialDeposit: scaleReader(least).uint(least.length),
    prefix: Number(scaleReader(prefix).uint(prefix.length)),
  }
}

export const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)

/** What no node answers that is one. */
export const nonsense = (cause: unknown): KitError =>
  new KitError('unavailable', { message: 'The network returned an invalid response', cause })
