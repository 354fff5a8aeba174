// For code that wraps the kit: what it does beyond its instance. Large, so that a page fetches it when it is first used.

export { disconnectConnector as leaveConnection } from '@billfold/core/features/connect/disconnectConnector'
export { chooseAccountType } from '@billfold/core/features/embedded/chooseAccountType'
export {
  attachSiteProvider as lendProvider,
  offerLink,
  type UniversalProvider,
} from '@billfold/core/siteProviders/attachSiteProvider'
export {
  createKitProvider as ownProvider,
  type KitProvider as OwnProvider,
} from '@billfold/core/siteProviders/createKitProvider'
export { fetchBalance } from './api/fetchBalance.ts'
export { fetchIdentity } from './api/fetchIdentity.ts'
export { openWallet } from './api/openWallet.ts'
export { prefillSwap } from './api/prefillSwap.ts'
export { switchConnection } from './api/switchConnection.ts'
