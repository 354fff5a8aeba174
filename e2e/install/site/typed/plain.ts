import { createAppKit, type PublicAccount } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { createDevnetWallet } from '@billfold/testkit'
import { installInWindow } from '@billfold/testkit/vitest'

const kit = createAppKit({ projectId: 'p', networks: [mainnet] })
export const account: PublicAccount = kit.getAccount()
// @ts-expect-error: there is no such option
createAppKit({ projectId: 'p', networks: [mainnet], themeMod: 'dark' })

const chains = [{ id: 1, name: 'Ethereum', rpcUrl: 'http://127.0.0.1:8545' }]
export const wallets = [createDevnetWallet({ chains }), installInWindow(window, { chains })]
// @ts-expect-error: a wallet needs chains
createDevnetWallet({})
