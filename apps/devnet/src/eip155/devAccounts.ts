import { pbkdf2Sync } from 'node:crypto'
import { bytesToHex } from 'viem'
import { HDKey, privateKeyToAddress } from 'viem/accounts'

/** The phrase that every Ethereum tool knows: its keys are public and worth nothing outside a test network. */
export const devMnemonic = 'test test test test test test test test test test test junk'

// Stretching the phrase is the slow part of a derivation: do it once for all accounts, in Node's native code.
const parent = HDKey.fromMasterSeed(pbkdf2Sync(devMnemonic, 'mnemonic', 2048, 64, 'sha512')).derive("m/44'/60'/0'/0")

const derive = (index: number, label: string) => {
  const privateKey = bytesToHex(parent.deriveChild(index).privateKey!)
  return { address: privateKeyToAddress(privateKey), label, privateKey }
}

/** The ten accounts the node itself signs for (`eth_accounts`). */
export const devAccounts = Array.from({ length: 10 }, (_, index) => derive(index, `Account ${index}`))

/** Pays the faucet's gifts; not one of the ten, so that no one else changes its nonces. */
export const faucetAccount = derive(100, 'Faucet')

/** Trades in the pools when the market is on. */
export const traderAccount = derive(101, 'Trader')
