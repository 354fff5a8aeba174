import { publishedMnemonic } from '../keyring.ts'
import { type Apdu, DeviceStatus, readApdu, status, writeResponse } from './apdu.ts'
import { bitcoinApp } from './bitcoinApp.ts'
import { createDeviceKeys } from './deviceKeys.ts'
import { ethereumApp } from './ethereumApp.ts'
import { createFakeHid } from './fakeHid.ts'
import type { AppContext, LedgerApp, LedgerAppName, LedgerLie } from './ledgerApp.ts'
import { solanaApp } from './solanaApp.ts'

/** The owner's hand on the buttons: still, until a test presses one. */
export type LedgerOwner = 'approves' | 'rejects' | 'waits'

type Options = {
  mnemonic?: string
  /** The open app; none is the dashboard. */
  app?: LedgerAppName
  installed?: readonly LedgerAppName[]
  /** Whether the browser already lets the page use it. */
  isPermitted?: boolean
  /** How long the device is off the bus while an app opens or closes. */
  restartMs?: number
}

const dashboard = 'BOLOS'
const allApps: readonly LedgerAppName[] = ['Ethereum', 'Solana', 'Bitcoin', 'Bitcoin Test']

/**
 * A Ledger device in software, at the level of HID reports and APDUs, with real keys and signatures. Nothing about it
 * was compared with hardware.
 */
export function createSimulatedLedger(options: Options = {}) {
  let keys = createDeviceKeys(options.mnemonic ?? publishedMnemonic)
  let open: LedgerAppName | undefined = options.app
  let installed: readonly LedgerAppName[] = options.installed ?? allApps
  let isLocked = false
  let isBlindSigning = true
  let owner: LedgerOwner = 'approves'
  let press: PromiseWithResolvers<void> | undefined
  let delayMs = 0
  const lies = new Set<LedgerLie>()
  const screens: (readonly string[])[] = []
  const transcript: Uint8Array[] = []
  const onScreen = new Set<(lines: readonly string[]) => void>()

  const device: AppContext = {
    keys: () => keys,
    isLying: (about) => lies.has(about),
    blindSigning: () => isBlindSigning,
    confirm: (lines) => confirm(lines, status.rejected),
  }
  async function confirm(lines: readonly string[], refusal: number): Promise<void> {
    screens.push(lines)
    for (const listener of onScreen) listener(lines)
    if (owner === 'approves') return
    press = Promise.withResolvers()
    if (owner === 'rejects') press.reject(new DeviceStatus(refusal))
    await press.promise
  }
  const makeApp: Readonly<Record<LedgerAppName, () => LedgerApp>> = {
    Ethereum: () => ethereumApp(device),
    Solana: () => solanaApp(device),
    Bitcoin: () => bitcoinApp(device, false),
    'Bitcoin Test': () => bitcoinApp(device, true),
  }
  let app: LedgerApp | undefined = open && makeApp[open]()

  /** Opens or closes an app as hardware does: the device leaves the bus and returns under another product id. */
  function restart(next: LedgerAppName | undefined) {
    open = next
    app = next && makeApp[next]()
    hid.replug(next ? 0x4015 : 0x4011, options.restartMs ?? 20)
  }

  function nameAndVersion(): Uint8Array {
    const [name, version] = [open ?? dashboard, open ? '1.22.1' : '2.4.2'].map((text) => new TextEncoder().encode(text))
    return Uint8Array.from([1, name!.length, ...name!, version!.length, ...version!, 1, 2])
  }
  /** Commands that every app and the dashboard answer. */
  async function common({ cla, ins, data }: Apdu): Promise<Uint8Array | undefined> {
    if (cla === 0xb0 && ins === 0x01) return nameAndVersion()
    if (cla === 0xb0 && ins === 0xa7) {
      if (open) queueMicrotask(() => restart(undefined))
      return new Uint8Array()
    }
    if (open || cla !== 0xe0) return undefined
    if (ins === 0x01) return osVersion
    if (ins !== 0xd8) return undefined
    const wanted = installed.find((name) => name === new TextDecoder().decode(data))
    if (!wanted) throw new DeviceStatus(status.appMissing)
    await confirm([`Open app ${wanted}?`], status.openRejected)
    queueMicrotask(() => restart(wanted))
    return new Uint8Array()
  }

  async function exchange(bytes: Uint8Array): Promise<Uint8Array> {
    transcript.push(bytes)
    try {
      const apdu = readApdu(bytes)
      if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (isLocked) throw new DeviceStatus(status.locked)
      const answer = await common(apdu)
      if (answer) return writeResponse(answer, status.ok)
      if (!app?.classes.includes(apdu.cla)) throw new DeviceStatus(status.unknownClass)
      const { data, isInterrupted } = await app.handle(apdu)
      return writeResponse(data, isInterrupted ? status.interrupted : status.ok)
    } catch (e) {
      return writeResponse(new Uint8Array(), e instanceof DeviceStatus ? e.word : status.invalidData)
    }
  }

  const hid = createFakeHid({
    exchange,
    productId: open ? 0x4015 : 0x4011,
    isPermitted: options.isPermitted ?? false,
  })
  return {
    /** Stands in for `navigator.hid`. */
    hid: hid.hid,
    exchange,
    /** Everything that its screen showed for approval. */
    screens: screens as readonly (readonly string[])[],
    /** The commands that it received. */
    transcript: transcript as readonly Uint8Array[],
    app: () => open,
    onScreen(listener: (lines: readonly string[]) => void) {
      onScreen.add(listener)
      return () => void onScreen.delete(listener)
    },
    setOwner: (next: LedgerOwner) => void (owner = next),
    /** Presses a button for the request on the screen. */
    press(button: 'approve' | 'reject') {
      if (button === 'approve') press?.resolve()
      else press?.reject(new DeviceStatus(status.rejected))
    },
    lock: () => void (isLocked = true),
    unlock: () => void (isLocked = false),
    setBlindSigning: (next: boolean) => void (isBlindSigning = next),
    setInstalled: (next: readonly LedgerAppName[]) => void (installed = next),
    setDelay: (ms: number) => void (delayMs = ms),
    lie: (about: LedgerLie) => void lies.add(about),
    openApp: (next: LedgerAppName | undefined) => restart(next),
    /** Continues with other keys, as if another device were plugged in. */
    setMnemonic: (mnemonic: string) => void (keys = createDeviceKeys(mnemonic)),
    unplug: hid.unplug,
    plug: hid.plug,
  }
}
export type SimulatedLedger = ReturnType<typeof createSimulatedLedger>

/** The dashboard's version of a Nano X: target, operating system, flags, microcontroller. */
const osVersion = (() => {
  const text = (value: string) => [value.length, ...new TextEncoder().encode(value)]
  return Uint8Array.from([
    0x33,
    0,
    0,
    4,
    ...text('2.4.2'),
    4,
    0xe6,
    0,
    0,
    0,
    ...text('2.30'),
    ...text('1.16'),
    1,
    0,
    1,
    0,
  ])
})()
