import { join } from 'node:path'
import type { DevnetSolana } from '@billfold/protocol/devnetManifest'
import { type OpenHttpServer, openHttpServer } from '../openHttpServer.ts'
import { describeSolana } from './describeSolana.ts'
import { createFaucet } from './faucet.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { bornNow, newLedgerJournal, openLedgerJournal } from './ledgerJournal.ts'
import { accountMethods } from './methods/accountMethods.ts'
import { clusterMethods } from './methods/clusterMethods.ts'
import { historyMethods } from './methods/historyMethods.ts'
import { sendMethods } from './methods/sendMethods.ts'
import { serveSolana } from './serveSolana.ts'
import { setUp } from './setUp.ts'
import type { SolanaConfig } from './solanaConfig.ts'
import { createSubscriptions } from './subscriptions.ts'

type RunningSolana = { chain: DevnetSolana; close(): Promise<void> }

/** Starts the Solana chain in this process; resolves when it is ready. */
export async function startSolana(config: SolanaConfig): Promise<RunningSolana> {
  const ports = await openPorts(config)
  try {
    const ledger = await openLedger(config.state)
    const subscriptions = createSubscriptions(ledger)
    const faucet = createFaucet(ledger)
    const methods = {
      ...clusterMethods(ledger),
      ...accountMethods(ledger),
      ...historyMethods(ledger),
      ...sendMethods(ledger, faucet),
    }
    const served = serveSolana({ ports, methods, subscriptions, faucet })
    return {
      chain: describeSolana(config.host, ports[0].port),
      async close() {
        subscriptions.close()
        served.close()
        await Promise.all(ports.map((port) => port.close()))
        ledger.close()
      },
    }
  } catch (error) {
    await Promise.all(ports.map((port) => port.close()))
    throw error
  }
}

async function openLedger(folder: string | undefined): Promise<Ledger> {
  const path = folder === undefined ? undefined : join(folder, 'solana.jsonl')
  const kept = path === undefined ? undefined : openLedgerJournal(path)
  if (kept) return createLedger({ birth: kept.birth, kept, journal: kept.journal })
  const birth = bornNow(Date.now())
  const journal = path === undefined ? undefined : newLedgerJournal(path, birth)
  const ledger = createLedger({ birth, journal })
  await setUp(ledger)
  journal?.begin()
  return ledger
}

/** The node's port and the next one, where libraries look for its socket. By default any free pair. */
async function openPorts({ host, port }: SolanaConfig): Promise<readonly [OpenHttpServer, OpenHttpServer]> {
  const open = (at: number) => openHttpServer({ host, port: at, setting: 'DEVNET_SOLANA_PORT' })
  for (let tries = 1; ; tries++) {
    const first = await open(port)
    try {
      return [first, await open(first.port + 1)]
    } catch (error) {
      await first.close()
      if (port > 0 || tries === 20) throw error
    }
  }
}
