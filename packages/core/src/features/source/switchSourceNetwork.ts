import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import { walletUrlsOf } from '../../model/rpcUrlsOf.ts'
import type { Source } from '../../model/source.ts'

/** Requests the sending wallet's switch to the network; true once it is there, unless cancelled. */
export async function switchSourceNetwork(
  kit: Kit,
  { source, networkId }: { source: Source; networkId: CaipNetworkId },
): Promise<boolean> {
  const state = kit.store.get()
  const network = findNetwork(state, networkId)
  const connector = kit.connectors.get(parseCaipNetworkId(networkId).namespace, source.connectorId)
  if (!network || !connector?.switchNetwork) return false
  let isThere = false
  await kit.latest('source/move', async ({ signal }) => {
    try {
      await connector.switchNetwork?.(network, walletUrlsOf(state, network), signal)
      isThere = !signal.aborted
    } catch (e) {
      // Rejected or unsupported: the form still shows what is wrong.
      kit.ports.log.info(`The wallet did not switch (${KitError.from(e).message})`)
    }
  })
  return isThere
}

/** Stops waiting for the wallet; ignores a late answer. */
export const cancelSourceSwitch = (kit: Kit): void => kit.latest.cancel('source/move')
