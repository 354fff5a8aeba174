// For code that wraps the kit: readings of its state, by AppKit's shapes.
export { findMerged } from '@billfold/core/features/connect/mergedConnectors'
export { findNetwork } from '@billfold/core/features/network/network'
export { rpcUrlsOf } from '@billfold/core/features/network/rpcUrlsOf'
export { connectorImageUrl } from '@billfold/core/features/wallets/imageUrl'
export { connectionsOf } from './api/connections.ts'
export { keepKit, latestKit } from './api/currentKits.ts'
export { publicAccount, publicNetwork, publicState, walletInfo } from './api/publicState.ts'
