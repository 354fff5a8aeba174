// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { ledger } from '@billfold/core/ledger/ledger'
