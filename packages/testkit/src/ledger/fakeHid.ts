import { createReportReader, splitIntoReports } from './hidReports.ts'

const vendorId = 0x2c97

/** The part of `HIDDevice` that pages use, as Chromium behaves. */
export class FakeHidDevice extends EventTarget {
  readonly vendorId = vendorId
  readonly productId: number
  readonly productName = 'Simulated Ledger'
  readonly collections = [{ usagePage: 0xffa0, usage: 1 }]
  opened = false
  oninputreport: ((event: Event) => void) | null = null
  readonly #exchange: (apdu: Uint8Array) => Promise<Uint8Array>
  #isPlugged = true
  #read = createReportReader()

  constructor(productId: number, exchange: (apdu: Uint8Array) => Promise<Uint8Array>) {
    super()
    this.productId = productId
    this.#exchange = exchange
  }
  async open(): Promise<void> {
    if (!this.#isPlugged) throw new DOMException('Failed to open the device.', 'NotAllowedError')
    if (this.opened) throw new DOMException('The device is already open.', 'InvalidStateError')
    this.opened = true
    this.#read = createReportReader()
  }
  async close(): Promise<void> {
    this.opened = false
  }
  async sendReport(reportId: number, data: BufferSource): Promise<void> {
    if (!this.opened || !this.#isPlugged) throw new DOMException('Failed to write the report.', 'NotAllowedError')
    if (reportId !== 0) throw new TypeError(`Unknown report ${reportId}`)
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
    const whole = this.#read(bytes)
    if (whole) void this.#respond(whole.message, whole.channel)
  }
  unplug(): void {
    this.#isPlugged = false
    this.opened = false
  }
  async #respond(message: Uint8Array, channel: number): Promise<void> {
    const response = await this.#exchange(message)
    for (const report of splitIntoReports(response, channel)) {
      if (!this.opened) return
      const event = Object.assign(new Event('inputreport'), {
        device: this,
        reportId: 0,
        data: new DataView(report.buffer),
      })
      this.oninputreport?.(event)
      this.dispatchEvent(event)
    }
  }
}

type Parts = { exchange: (apdu: Uint8Array) => Promise<Uint8Array>; productId: number; isPermitted: boolean }

/** A `navigator.hid` with one device on the bus. */
export function createFakeHid({ exchange, productId, isPermitted }: Parts) {
  const make = (id: number) => new FakeHidDevice(id, exchange)
  let device: FakeHidDevice | undefined = make(productId)
  let permitted = isPermitted
  let prompts = 0
  const hid = Object.assign(new EventTarget(), {
    getDevices: async () => (permitted && device ? [device] : []),
    async requestDevice({ filters }: { filters: readonly { vendorId?: number }[] }) {
      prompts++
      const isOffered = filters.length === 0 || filters.some((filter) => filter.vendorId === vendorId)
      if (!device || !isOffered) return []
      permitted = true
      return [device]
    },
    /** How often a page opened the browser's chooser. */
    prompts: () => prompts,
  })
  const announce = (type: 'connect' | 'disconnect', of: FakeHidDevice) => {
    if (permitted) hid.dispatchEvent(Object.assign(new Event(type), { device: of }))
  }
  function unplug() {
    const gone = device
    device = undefined
    if (!gone) return
    gone.unplug()
    announce('disconnect', gone)
  }
  function plug(id = productId) {
    if (device) return
    device = make(id)
    announce('connect', device)
  }
  return {
    hid,
    unplug,
    plug,
    replug(id: number, afterMs: number) {
      // The response to the command still leaves on the old connection.
      setTimeout(() => {
        unplug()
        setTimeout(() => plug(id), afterMs)
      }, 1)
    },
  }
}
