import { createMeter, isFull, type Meter } from './meter.ts'

/** What one network address uses: its open sockets, its upgrades, its requests and its bytes. */
export type AddressRecord = { sockets: number; upgrades: Meter; requests: Meter; bytes: Meter }

export type Addresses = ReturnType<typeof createAddresses>

/** Records by address, forgotten as soon as they say nothing any more. Never logged. */
export function createAddresses() {
  const records = new Map<string, AddressRecord>()
  return {
    of(address: string): AddressRecord {
      let record = records.get(address)
      if (!record)
        records.set(
          address,
          (record = { sockets: 0, upgrades: createMeter(), requests: createMeter(), bytes: createMeter() }),
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
