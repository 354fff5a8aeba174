import { type Cbor, type CborMap, CborTag } from './cbor.ts'
import { readMap, untag } from './readCbor.ts'

/** Tag of `crypto-keypath`. */
const keyPathTag = 304
const hardened = 0x80000000
const maxSteps = 10

/** Steps of a path, as in BIP-32: hardened ones from 2^31. `*` stands for any account's index. */
export type PathStep = number | '*'

/** A path as text: `m/44'/60'/0'/0/0`. */
export const pathText = (steps: readonly PathStep[]): string =>
  ['m', ...steps.map((step) => (step === '*' ? step : step >= hardened ? `${step - hardened}'` : String(step)))].join(
    '/',
  )

/** The steps of a path such as `m/44'/60'/0'/0/0`; undefined if it is not a path. */
export function parsePath(text: string): number[] | undefined {
  if (!/^m(\/\d{1,10}'?){1,10}$/.test(text)) return undefined
  const steps = text.split('/').slice(1)
  const numbers = steps.map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? hardened : 0))
  return steps.every((step) => Number.parseInt(step, 10) < hardened) ? numbers : undefined
}

/** A tagged `crypto-keypath` for a request. */
export function encodeKeyPath(steps: readonly number[], fingerprint: number): Cbor {
  const components = steps.flatMap((step) => (step >= hardened ? [step - hardened, true] : [step, false]))
  const map: CborMap = new Map<number, Cbor>([
    [1, components],
    [2, fingerprint],
  ])
  return new CborTag(keyPathTag, map)
}

/** Parses a `crypto-keypath`: its steps, and the fingerprint of the device's master key if it has one. */
export function readKeyPath(value: Cbor | undefined): { steps: PathStep[]; fingerprint?: number } | undefined {
  if (value === undefined) return undefined
  const map = readMap(untag(value))
  const components = map.get(1) ?? []
  if (!Array.isArray(components) || components.length % 2 !== 0 || components.length > 2 * maxSteps) return undefined
  const steps: PathStep[] = []
  for (let at = 0; at < components.length; at += 2) {
    const [step, isHardened] = [components[at], components[at + 1]]
    if (Array.isArray(step) && step.length === 0 && isHardened === false) steps.push('*')
    else if (typeof step === 'number' && step >= 0 && step < hardened) steps.push(step + (isHardened ? hardened : 0))
    else return undefined
  }
  const fingerprint = map.get(2)
  return { steps, ...(isFingerprint(fingerprint) ? { fingerprint } : {}) }
}

/** A key's fingerprint (BIP-32); zero stands for none. */
export const isFingerprint = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 2 ** 32
