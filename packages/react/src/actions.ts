// For code that wraps the kit: what it does beyond its instance. Large, so that a page fetches it when it is first used.

export { leaveConnection } from '@billfold/core/features/connect/leaveConnection'
export { chooseAccountType } from '@billfold/core/features/embedded/chooseAccountType'
export { lendProvider, offerLink, type UniversalProvider } from '@billfold/core/lendProvider'
export { type OwnProvider, ownProvider } from '@billfold/core/ownProvider'
export { fetchBalance } from './api/fetchBalance.ts'
export { fetchIdentity } from './api/fetchIdentity.ts'
export { openWallet } from './api/openWallet.ts'
export { prefillSwap } from './api/prefillSwap.ts'
export { switchConnection } from './api/switchConnection.ts'
