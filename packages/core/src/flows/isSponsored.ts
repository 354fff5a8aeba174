import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../kit.ts'
import { embeddedId } from '../model/connector.ts'
import type { Source } from '../model/source.ts'
import { withDeadline } from '../ports/withDeadline.ts'

const waitMs = 10_000

/**
 * Whether the operator pays an account's network fees. The embedded wallet reports its operator's policy; other
 * wallets' capability only means that a site could pay.
 */
export async function isSponsored(
  kit: Kit,
  { networkId, source, signal }: { networkId: CaipNetworkId; source: Source; signal: AbortSignal },
): Promise<boolean> {
  const { namespace } = parseCaipNetworkId(networkId)
  const connector = kit.connectors.get(namespace, source.connectorId)
  if (connector?.id !== embeddedId || source.type !== 'smartAccount') return false
  const batches = (await (await kit.chains[namespace]?.())?.swaps?.())?.batches
  if (!batches) return false
  const { method, params } = batches.capabilitiesRequest(source.address)
  const response = connector.request(networkId, method, params, signal)
  return batches.takesPayer(await withDeadline(kit.ports.clock, waitMs, response), networkId)
}
