import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

// Anyone can compute these keys, as anyone knows the test phrase: they are worth nothing outside a local network.
const account = (role: string) => privateKeyToAccount(keccak256(stringToHex(`billfold devnet ${role}`)))

/** Deploys every contract; the same key on every chain, so that a contract has one address on all of them. */
export const deployerAccount = account('deployer')

/** Pays for the bundler's transactions. */
export const executorAccount = account('bundler executor')

/** Pays for the transactions of the server's own bundler; its key is in keys/relayer.key. */
export const relayerAccount = account('relayer')

/** Signs the responses of our server's gateway; its key is in keys/names.key. */
export const namesAccount = account('names')

/** Signs the operations that the paymaster sponsors; its key is in keys/sponsor.key. */
export const sponsorAccount = account('paymaster sponsor')
