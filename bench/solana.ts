import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestChain } from '@billfold/devnet/solana/testChain'
import { fromNothing } from './fromNothing.ts'

// node bench/solana.ts [--rounds 15]
// The code for a Solana account's balance on a page: the kit's family beside @solana/web3.js and @solana/kit, each in a
// bundle of its own. Their sizes, and the time of a fresh process from its first line to the balance, read from a node
// on this machine. Ours reads signed transactions besides, and brings zod, which the page has already; @solana/kit's is
// the minimum for a balance. Exits with code 1 if ours is larger or slower than web3.js.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const root = join(import.meta.dirname, '..')

/** Each reads the same balance of the same account from the same node, and prints it. */
const entries: Readonly<Record<string, string>> = {
  'the kit': `
    import { solana } from '${root}/packages/core/src/chains/solana/solana.ts'
    const ask = async ({ method, params }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(process.argv[2], { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return (await answer.json()).result
    }
    const balance = await solana.fetchBalance(process.argv[3], ask)`,
  '@solana/web3.js': `
    import { Connection, PublicKey } from '@solana/web3.js'
    const balance = await new Connection(process.argv[2], 'confirmed').getBalance(new PublicKey(process.argv[3]))`,
  '@solana/kit': `
    import { address, createSolanaRpc } from '@solana/kit'
    const asked = createSolanaRpc(process.argv[2]).getBalance(address(process.argv[3]), { commitment: 'confirmed' })
    const balance = (await asked.send()).value`,
}

const chain = await startTestChain()
try {
  const { rpcUrl, accounts } = chain.chain
  const comparison = { entries, url: rpcUrl, account: accounts[0]!.address, rounds: Number(values.rounds) }
  const [own, web3] = await fromNothing({ ...comparison, balance: '1000000000000' })
  if (own!.kib > web3!.kib || own!.ms > web3!.ms) process.exitCode = 1
} finally {
  await chain.close()
}
