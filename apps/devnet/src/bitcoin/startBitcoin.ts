import { join } from 'node:path'
import type { DevnetBitcoin } from '@billfold/protocol/devnetManifest'
import { openHttpServer } from '../openHttpServer.ts'
import type { ChainConfig } from '../readChainConfig.ts'
import { type BitcoinJournal, type JournalEntry, newBitcoinJournal, openBitcoinJournal } from './bitcoinJournal.ts'
import { startBlockTimer } from './blockTimer.ts'
import { describeBitcoin } from './describeBitcoin.ts'
import { faucetKey } from './devKeys.ts'
import { createFaucet } from './faucet.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { serveBitcoin } from './serveBitcoin.ts'
import { setUp } from './setUp.ts'

type RunningBitcoin = { chain: DevnetBitcoin; close(): Promise<void> }

/** Seconds from a transaction to its block: long enough for it to show as pending. */
const blockSeconds = 5

/**
 * Starts the Bitcoin chain in this process; resolves when it is ready. `every` is for tests: 0 mines only on request.
 */
export async function startBitcoin(config: ChainConfig, every = blockSeconds): Promise<RunningBitcoin> {
  const http = await openHttpServer({ host: config.host, port: config.port, setting: 'DEVNET_BITCOIN_PORT' })
  try {
    const key = faucetKey()
    const { ledger, close } = await openLedger(config.state, key.address, (fresh) => setUp(fresh, key))
    const timer = startBlockTimer(ledger, every)
    serveBitcoin({ http, ledger, timer, faucet: createFaucet(ledger, key) })
    return {
      chain: describeBitcoin(config.host, http.port),
      async close() {
        timer.stop()
        await http.close()
        await close()
      },
    }
  } catch (error) {
    await http.close()
    throw error
  }
}

async function openLedger(folder: string | undefined, rewardTo: string, begin: (fresh: Ledger) => Promise<void>) {
  const path = folder === undefined ? undefined : join(folder, 'bitcoin.jsonl')
  const opened = path === undefined ? undefined : openBitcoinJournal(path)
  const early: JournalEntry[] = []
  let journal: BitcoinJournal | undefined = opened?.journal
  const keep = (entry: JournalEntry) => (journal ? journal.write(entry) : void (path && early.push(entry)))
  const ledger = await createLedger({ rewardTo, keep, ...(opened ? { kept: opened.kept } : {}) })
  if (!opened) {
    await begin(ledger)
    journal = path === undefined ? undefined : newBitcoinJournal(path, early.splice(0))
  }
  const close = async () => {
    await ledger.close()
    journal?.close()
  }
  return { ledger, close }
}
