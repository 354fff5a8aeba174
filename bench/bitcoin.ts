import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestChain } from '@billfold/devnet/bitcoin/testChain'
import { fromNothing } from './fromNothing.ts'

// node bench/bitcoin.ts [--rounds 15]
// The code for a Bitcoin account's balance on a page: the kit's family beside plain scripts that validate the address
// with bitcoinjs-lib and with @scure/btc-signer, each in a bundle of its own, and call the same Esplora on this
// machine. Their sizes, and the time of a fresh process to the balance. Exits with code 1 if ours is larger than
// bitcoinjs-lib's, or slower by a fifth: the start of a process takes longer than the balance, and varies more.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const root = join(import.meta.dirname, '..')

/** As a script calls an Esplora that only needs a valid address. */
const plain = `
    const { chain_stats: chain, mempool_stats: waiting } = await (await fetch(process.argv[2] + '/address/' + process.argv[3])).json()
    const balance = chain.funded_txo_sum - chain.spent_txo_sum + waiting.funded_txo_sum - waiting.spent_txo_sum`

/** Each validates the same address, reads its balance from the same server, and prints it. */
const entries: Readonly<Record<string, string>> = {
  'the kit': `
    import { bip122 } from '${root}/packages/core/src/chains/bip122/bip122.ts'
    const ask = async ({ path }) => (await fetch(process.argv[2] + path)).json()
    const balance = await bip122.fetchBalance(bip122.parseAddress(process.argv[3]), ask)`,
  'bitcoinjs-lib': `
    import { address, networks } from 'bitcoinjs-lib'
    address.toOutputScript(process.argv[3], networks.regtest)${plain}`,
  '@scure/btc-signer': `
    import { Address } from '@scure/btc-signer'
    Address({ bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }).decode(process.argv[3])${plain}`,
}

const chain = await startTestChain()
try {
  const { esploraUrl, accounts } = chain.chain
  const comparison = {
    entries,
    url: esploraUrl,
    account: accounts[0]!.address,
    rounds: Number(values.rounds),
    onTheWay: /esplora/,
  }
  const [own, library] = await fromNothing({ ...comparison, balance: '1250000546' })
  if (own!.kib > library!.kib || own!.ms > 1.2 * library!.ms) process.exitCode = 1
} finally {
  await chain.close()
}
