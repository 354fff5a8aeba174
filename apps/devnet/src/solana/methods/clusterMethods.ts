import * as z from 'zod/mini'
import { genesisHash } from '../describeSolana.ts'
import type { Ledger } from '../ledger.ts'
import { slotsPerEpoch } from '../runtime.ts'
import { blockhashAge } from '../slotClock.ts'
import { apiVersion, blockhash, checkSlot, config, inContext, type Methods, method, sureness } from './method.ts'

const onlyConfig = z.tuple([config({})])
const none = z.tuple([])

/** Cluster methods: the network, its slots, and the lifetime of transactions. */
export function clusterMethods(ledger: Ledger): Methods {
  const { clock } = ledger
  const slotNow = method(onlyConfig, ([options]) => {
    checkSlot(ledger, options)
    return clock.slot(sureness(options))
  })
  return {
    getHealth: method(none, () => 'ok'),
    getVersion: method(none, () => ({ 'solana-core': apiVersion, 'feature-set': 0 })),
    getGenesisHash: method(none, () => genesisHash),
    getSlot: slotNow,
    // Every slot has its block.
    getBlockHeight: slotNow,
    getFirstAvailableBlock: method(none, () => 0),
    minimumLedgerSlot: method(none, () => 0),
    getTransactionCount: method(onlyConfig, () => ledger.count()),
    getEpochInfo: method(onlyConfig, ([options]) => {
      checkSlot(ledger, options)
      const slot = clock.slot(sureness(options))
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / slotsPerEpoch),
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        transactionCount: ledger.count(),
      }
    }),
    getEpochSchedule: method(none, () => ({
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
      leaderScheduleSlotOffset: slotsPerEpoch,
      slotsPerEpoch,
      warmup: false,
    })),
    getLatestBlockhash: method(onlyConfig, ([options]) => {
      const slot = clock.slot(sureness(options))
      return inContext(ledger, options, {
        blockhash: clock.blockhashOf(slot),
        lastValidBlockHeight: slot + blockhashAge,
      })
    }),
    isBlockhashValid: method(z.tuple([blockhash, config({})]), ([hash, options]) =>
      inContext(ledger, options, clock.slotOf(hash) !== undefined),
    ),
    /** Our own, for tests: skips slots. */
    devnet_skipSlots: method(z.tuple([z.int().check(z.positive(), z.lte(10_000_000))]), ([slots]) => {
      ledger.skip(slots)
      return clock.slot()
    }),
  }
}
