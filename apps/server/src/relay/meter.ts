/** The limit of a window; it refills evenly. */
export type Allowance = { limit: number; windowMs: number }

/**
 * One counted thing: the moment at which it will be fully refilled (GCRA), and the part of it, in milliseconds of refill, that other
 * nodes do not know of.
 */
export type Meter = { fullAt: number; unsharedMs: number }

export const createMeter = (): Meter => ({ fullAt: 0, unsharedMs: 0 })

/** Takes `cost` of an allowance, or refuses and takes nothing. */
export function take(meter: Meter, { limit, windowMs }: Allowance, cost: number, now: number): boolean {
  const ms = (cost * windowMs) / limit
  const after = Math.max(meter.fullAt, now) + ms
  // Rounding errors of sums stay below this.
  if (after - now > windowMs + 0.001) return false
  meter.fullAt = after
  meter.unsharedMs += ms
  return true
}

export const isFull = ({ fullAt }: Meter, now: number): boolean => fullAt <= now

/** Charges `cost` even beyond the allowance: for costs that are known only afterwards. */
export function charge(meter: Meter, { limit, windowMs }: Allowance, cost: number, now: number): void {
  const ms = (cost * windowMs) / limit
  meter.fullAt = Math.max(meter.fullAt, now) + ms
  meter.unsharedMs += ms
}

/** The debt that other nodes can report, in windows: with more of it a mistake would last. */
const maxWindows = 10

/** Charges what another node took. */
export function chargeElsewhere(meter: Meter, windowMs: number, ms: number, now: number): void {
  meter.fullAt = Math.min(Math.max(meter.fullAt, now) + ms, Math.max(meter.fullAt, now + maxWindows * windowMs))
}

/** Whether anything is left of an allowance. */
export const isWithin = ({ fullAt }: Meter, { windowMs }: Allowance, now: number): boolean => fullAt - now < windowMs
