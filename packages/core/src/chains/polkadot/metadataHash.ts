import { KitError } from '@billfold/protocol/error'
import type { SignerPayload } from '@billfold/protocol/polkadot/extrinsic'
import { readMetadata } from '@billfold/protocol/polkadot/metadata'
import { metadataDigest } from '@billfold/protocol/polkadot/metadataDigest'
import { bytesOf, hexOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import type { AskChain } from '../chain.ts'

/**
 * The hash that goes with a transaction where a wallet asks for it (RFC-78), of the runtime that it was made for; undefined where the
 * node does not tell enough.
 */
export async function metadataHash(payload: SignerPayload, ask: AskChain): Promise<string | undefined> {
  try {
    const [described, properties] = await Promise.all([
      // Version 15, as it stands at the block that the transaction hangs on.
      ask({ method: 'state_call', params: ['Metadata_metadata_at_version', '0x0f000000', payload.blockHash] }),
      ask({ method: 'system_properties', params: [] }),
    ])
    const { tokenSymbol, tokenDecimals } = (properties ?? {}) as Record<string, unknown>
    const [symbol, decimals] = [first(tokenSymbol), first(tokenDecimals)]
    if (typeof symbol !== 'string' || typeof decimals !== 'number' || !Number.isInteger(decimals)) return undefined
    return hexOf(metadataDigest(readInner(described), { symbol, decimals }))
  } catch (e) {
    // A node or a runtime that lacks one of these: nothing is known then.
    if (KitError.from(e).code === 'aborted') throw e
    return undefined
  }
}

/** Nodes give one, or one for each of several coins, the chain's own first. */
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** It comes as an optional list of bytes. */
function readInner(described: unknown) {
  const r = scaleReader(bytesOf(described))
  const bytes = r.option(r.bytes)
  if (!bytes) throw new KitError('version_unsupported')
  return readMetadata(bytes)
}
