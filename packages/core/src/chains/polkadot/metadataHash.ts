import { KitError } from '@billfold/protocol/error'
import type { SignerPayload } from '@billfold/protocol/polkadot/extrinsic'
import { readMetadata } from '@billfold/protocol/polkadot/metadata'
import { metadataDigest } from '@billfold/protocol/polkadot/metadataDigest'
import { bytesOf, hexOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import type { QueryChain } from '../chainQuery.ts'

/** The runtime's metadata hash for wallets that require one (RFC-78); undefined if the node does not provide enough. */
export async function metadataHash(payload: SignerPayload, ask: QueryChain): Promise<string | undefined> {
  try {
    const [described, properties] = await Promise.all([
      // Version 15, at the transaction's block.
      ask({ method: 'state_call', params: ['Metadata_metadata_at_version', '0x0f000000', payload.blockHash] }),
      ask({ method: 'system_properties', params: [] }),
    ])
    const { tokenSymbol, tokenDecimals } = (properties ?? {}) as Record<string, unknown>
    const [symbol, decimals] = [first(tokenSymbol), first(tokenDecimals)]
    if (typeof symbol !== 'string' || typeof decimals !== 'number' || !Number.isInteger(decimals)) return undefined
    return hexOf(metadataDigest(readInner(described), { symbol, decimals }))
  } catch (e) {
    // The node or runtime lacks one of these: the hash is unknown.
    if (KitError.from(e).code === 'aborted') throw e
    return undefined
  }
}

/** Nodes return one, or one per coin, the native one first. */
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** An optional byte vector. */
function readInner(described: unknown) {
  const r = scaleReader(bytesOf(described))
  const bytes = r.option(r.bytes)
  if (!bytes) throw new KitError('version_unsupported')
  return readMetadata(bytes)
}
