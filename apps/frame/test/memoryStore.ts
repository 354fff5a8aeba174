import type { GuardianTicket } from '../src/wallet/createRegistration.ts'
import type { DeviceRecord, DeviceStore, SessionRecord, SocialFlow } from '../src/wallet/deviceStore.ts'

/** A device that remembers until it is let go: for tests, and so that they can look at what a real one would keep. */
export function memoryStore(): DeviceStore & {
  devices: Map<string, DeviceRecord>
  session: SessionRecord | undefined
  flow: SocialFlow | undefined
  ticket: GuardianTicket | undefined
} {
  const store = {
    devices: new Map<string, DeviceRecord>(),
    session: undefined as SessionRecord | undefined,
    flow: undefined as SocialFlow | undefined,
    ticket: undefined as GuardianTicket | undefined,
    readDevice: async (identity: string) => store.devices.get(identity),
    listDevices: async () => [...store.devices.values()],
    async writeDevice(record: DeviceRecord) {
      store.devices.set(record.identity, structuredClone(record))
    },
    async removeDevice(identity: string) {
      store.devices.delete(identity)
    },
    readSession: async () => store.session,
    async writeSession(record: SessionRecord) {
      store.session = structuredClone(record)
    },
    async removeSession() {
      store.session = undefined
    },
    readFlow: async () => store.flow,
    async writeFlow(flow: SocialFlow | undefined) {
      store.flow = structuredClone(flow)
    },
    readTicket: async () => store.ticket,
    async writeTicket(ticket: GuardianTicket) {
      store.ticket = structuredClone(ticket)
    },
  }
  return store
}
