import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../network/network.ts'
import { walletUrlsOf } from '../network/rpcUrlsOf.ts'
import type { Source } from './source.ts'

/** Asks the wallet that is to send to come to the network; true when it is there, and someone still waits for that. */
export async function moveSource(
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
      // The visitor said no, or the wallet cannot: the form still says what is wrong.
      kit.ports.log.info(`The wallet did not switch (${KitError.from(e).message})`)
    }
  })
  return isThere
}

/** Stops waiting for the wallet: what it says then is nothing to anyone who looks by then. */
export const cancelMove = (kit: Kit): void => kit.latest.cancel('source/move')
