import { bytesToHex, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** The phrase every Ethereum tool knows: its keys are public and worth nothing outside a test network. */
export const devMnemonic = 'test test test test test test test test test test test junk'

const derive = (addressIndex: number, label: string) => {
  const account = mnemonicToAccount(devMnemonic, { addressIndex })
  return { address: account.address, label, privateKey: bytesToHex(account.getHdKey().privateKey!) as Hex }
}

/** The ten accounts the node itself signs for (`eth_accounts`). */
export const devAccounts = Array.from({ length: 10 }, (_, index) => derive(index, `Account ${index}`))

/** Pays the faucet's gifts; not one of the ten, so that its nonces are nobody else's business. */
export const faucetAccount = derive(100, 'Faucet')

/** Trades in the pools when the market is on. */
export const traderAccount = derive(101, 'Trader')
