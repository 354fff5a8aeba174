// For code that wraps the kit: readings of its state, by AppKit's shapes.
export { findMerged } from '@billfold/core/features/connect/mergedConnectors'
export { connectorImageUrl } from '@billfold/core/features/wallets/imageUrl'
export { findNetwork } from '@billfold/core/model/findNetwork'
export { rpcUrlsOf } from '@billfold/core/model/rpcUrlsOf'
export { connectionsOf } from './api/connections.ts'
export { keepKit, latestKit } from './api/currentKits.ts'
export { publicAccount, publicNetwork, publicState, walletInfo } from './api/publicState.ts'
