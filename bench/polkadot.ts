import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { devKeys } from '@billfold/devnet/polkadot/describePolkadot'
import { startPolkadot } from '@billfold/devnet/polkadot/startPolkadot'
import { fromNothing } from './fromNothing.ts'

// node bench/polkadot.ts [--rounds 7] [--node <URL of a running local chain>]
// The code for a Polkadot account's balance on a page: the kit's family beside @polkadot/api, each in a bundle of its
// own, calling the same chain on this machine. Their sizes, and the time of a fresh process to the balance: the library
// reads the runtime's metadata first, the kit one key of the chain's storage. Exits with code 1 if ours is larger or
// slower.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' }, node: { type: 'string' } } })
const root = join(import.meta.dirname, '..')

/** Each reads the same balance of the same account from the same node, and prints it. */
const entries: Readonly<Record<string, string>> = {
  'the kit': `
    import { polkadot } from '${root}/packages/core/src/chains/polkadot/polkadot.ts'
    const ask = async ({ method, params }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(process.argv[2], { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return (await answer.json()).result
    }
    const balance = await polkadot.fetchBalance(process.argv[3], ask)`,
  '@polkadot/api': `
    import { ApiPromise, HttpProvider } from '@polkadot/api'
    const api = await ApiPromise.create({ provider: new HttpProvider(process.argv[2]), noInitWarn: true })
    const { data } = await api.query.system.account(process.argv[3])
    const balance = data.free.toBigInt() + data.reserved.toBigInt()`,
}

const own = values.node === undefined ? await startPolkadot({ host: '127.0.0.1', port: 0 }) : undefined
try {
  const rpcUrl = values.node ?? own!.chain.rpcUrl
  // The first request loads the runtime, which is the chain's time and not a caller's.
  await fetch(rpcUrl, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'state_getMetadata', params: [] }),
  })
  const comparison = {
    entries,
    url: rpcUrl,
    // No test of a run that shares its chain pays from this one.
    account: devKeys[8]!.address,
    rounds: Number(values.rounds),
    onTheWay: /holdings/,
  }
  const [kit, library] = await fromNothing({ ...comparison, balance: '10000000000000' })
  if (kit!.kib > library!.kib || kit!.ms > library!.ms) process.exitCode = 1
} finally {
  await own?.close()
}
// The runtime keeps threads of its own.
process.exit()
