import { LedgerError } from './ledgerError.ts'
import type { Exchange } from './openDevice.ts'

export type AppName = 'Ethereum' | 'Solana' | 'Bitcoin' | 'Bitcoin Test'

/** The dashboard's name for itself; `undefined` from `readApp`. */
const dashboard = ['BOLOS', 'OLOS\u0000']

/** The open app and its version; no name on the dashboard. */
export async function readApp(device: Exchange): Promise<{ name?: string; version: string }> {
  const bytes = await device.send({ cla: 0xb0, ins: 0x01 })
  const size = bytes[1] ?? 0
  if (bytes[0] !== 1 || bytes.length < size + 3) throw new LedgerError('unreadable')
  const text = (from: number, length: number) => new TextDecoder().decode(bytes.subarray(from, from + length))
  const name = text(2, size)
  const version = text(size + 3, bytes[size + 2] ?? 0)
  return dashboard.includes(name) ? { version } : { name, version }
}

/** Requests that the visitor open an app; the device then leaves and returns. */
export async function openApp(device: Exchange, name: AppName): Promise<void> {
  await device.send({ cla: 0xe0, ins: 0xd8, data: new TextEncoder().encode(name) }, { waitsForPerson: true })
}

/** Returns to the dashboard; the device then leaves and returns. */
export async function closeApp(device: Exchange): Promise<void> {
  await device.send({ cla: 0xb0, ins: 0xa7 })
}

/** The oldest versions with the commands that are used here. */
const oldest: Readonly<Record<AppName, string>> = {
  Ethereum: '1.9.19',
  Solana: '1.4.0',
  Bitcoin: '2.1.0',
  'Bitcoin Test': '2.1.0',
}

export function isOutdated(name: AppName, version: string): boolean {
  const numbers = (text: string) =>
    text
      .split(/[.-]/)
      .slice(0, 3)
      .map((part) => Number.parseInt(part, 10) || 0)
  const [has, needs] = [numbers(version), numbers(oldest[name])]
  for (let at = 0; at < 3; at++) if (has[at] !== needs[at]) return (has[at] ?? 0) < (needs[at] ?? 0)
  return false
}
