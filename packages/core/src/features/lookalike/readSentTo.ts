import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { recipientsIn } from '@billfold/protocol/recipientsIn'
import type { Kit } from '../../kit.ts'

/**
 * The addresses an account has actually sent to, on any device: all recipients if the server knows them, otherwise
 * those on the history's first page; none without a server.
 */
export async function readSentTo(kit: Kit, address: CaipAddress, signal: AbortSignal): Promise<readonly string[]> {
  const input = { address: parseCaipAddress(address).address, chainId: networkOf(address) }
  try {
    return (await kit.api.getCounterparties(input, signal)).data
  } catch (e) {
    kit.ports.log.info('Could not fetch the account’s recipients', e)
  }
  try {
    const { data } = await kit.api.getHistory(input, signal)
    return recipientsIn(data, address)
  } catch (e) {
    kit.ports.log.info('Could not read recipients from the history', e)
    return []
  }
}
