import { createHmac } from 'node:crypto'
import { createGate, type Gate } from './gate.ts'
import { createMeter, isFull, type Meter } from './meter.ts'

/** What one network address uses: its open sockets, its upgrades, its requests and its bytes. */
export type AddressRecord = {
  /** Its keyed hash, by which the mailbox counts what came from it. */
  origin: string
  sockets: number
  upgrades: Meter
  requests: Meter
  bytes: Meter
  /** Its reads of the mailbox: a few at a time, so that those of others have their turn. */
  reads: Gate
}

const readsAtOnce = 2

export type Addresses = ReturnType<typeof createAddresses>

/** Records by address, forgotten as soon as they say nothing any more. Never logged. */
export function createAddresses(salt: Buffer) {
  const records = new Map<string, AddressRecord>()
  return {
    of(address: string): AddressRecord {
      let record = records.get(address)
      if (!record)
        records.set(
          address,
          (record = {
            origin: createHmac('sha256', salt).update(address).digest('hex').slice(0, 16),
            sockets: 0,
            upgrades: createMeter(),
            requests: createMeter(),
            bytes: createMeter(),
            reads: createGate(readsAtOnce),
          }),
        )
      return record
    },
    forgetIdle(now: number) {
      for (const [address, { sockets, upgrades, requests, bytes }] of records)
        if (sockets === 0 && [upgrades, requests, bytes].every((meter) => isFull(meter, now))) records.delete(address)
    },
    size: () => records.size,
  }
}
