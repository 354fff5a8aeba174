import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { recipientsIn } from '@billfold/protocol/recipientsIn'
import type { Kit } from '../../kit.ts'

/**
 * Who an account has really sent something to, on any device: everyone that the server knows of, or those of the history's first page
 * where it cannot be asked for more; no one where no server keeps any.
 */
export async function readSentTo(kit: Kit, address: CaipAddress, signal: AbortSignal): Promise<readonly string[]> {
  const asked = { address: parseCaipAddress(address).address, chainId: networkOf(address) }
  try {
    return (await kit.api.getCounterparties(asked, signal)).data
  } catch (e) {
    kit.ports.log.info('Could not fetch the account’s recipients', e)
  }
  try {
    const { data } = await kit.api.getHistory(asked, signal)
    return recipientsIn(data, address)
  } catch (e) {
    kit.ports.log.info('Could not read recipients from the history', e)
    return []
  }
}
