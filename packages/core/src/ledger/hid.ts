/** The part of WebHID that the kit uses; TypeScript's own types lack it. */
export type HidDevice = EventTarget & {
  readonly vendorId: number
  readonly opened: boolean
  readonly collections?: readonly { usagePage?: number }[]
  open(): Promise<void>
  close(): Promise<void>
  sendReport(reportId: number, data: BufferSource): Promise<void>
}
export type Hid = EventTarget & {
  getDevices(): Promise<readonly HidDevice[]>
  requestDevice(options: { filters: readonly { vendorId: number }[] }): Promise<readonly HidDevice[]>
}

export const ledgerVendorId = 0x2c97
/** Ledger's own usage page; the device's security key has another. */
const usagePage = 0xffa0

export const isLedger = ({ vendorId, collections }: HidDevice): boolean =>
  vendorId === ledgerVendorId && (!collections?.length || collections.some((each) => each.usagePage === usagePage))
