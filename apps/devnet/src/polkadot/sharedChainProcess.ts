import { startPolkadot } from './startPolkadot.ts'

// Runs as a child of a test run, and ends with it however that ends.
process.once('disconnect', () => process.exit())
const { chain } = await startPolkadot({ host: '127.0.0.1', port: 0, state: process.argv[2]! })
process.send?.(Number(new URL(chain.rpcUrl).port))
