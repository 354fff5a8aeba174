/** The limit of a window; it refills evenly. */
export type Allowance = { limit: number; windowMs: number }

/** One counted thing: the moment at which it will be fully refilled (GCRA). */
export type Meter = { fullAt: number }

export const createMeter = (): Meter => ({ fullAt: 0 })

/** Takes `cost` of an allowance, or refuses and takes nothing. */
export function take(meter: Meter, { limit, windowMs }: Allowance, cost: number, now: number): boolean {
  const after = Math.max(meter.fullAt, now) + (cost * windowMs) / limit
  // Rounding errors of sums stay below this.
  if (after - now > windowMs + 0.001) return false
  meter.fullAt = after
  return true
}

export const isFull = ({ fullAt }: Meter, now: number): boolean => fullAt <= now

/** Charges `cost` even beyond the allowance: for costs that are known only afterwards. */
export function charge(meter: Meter, { limit, windowMs }: Allowance, cost: number, now: number): void {
  meter.fullAt = Math.max(meter.fullAt, now) + (cost * windowMs) / limit
}

/** Whether anything is left of an allowance. */
export const isWithin = ({ fullAt }: Meter, { windowMs }: Allowance, now: number): boolean => fullAt - now < windowMs
