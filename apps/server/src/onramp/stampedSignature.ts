import { createHmac, timingSafeEqual } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'

/** How old a webhook may be: replaying a copy later does nothing. */
const toleranceSeconds = 300

/** Refuses a body unless `t=<seconds>,s=<hex>` in its header is an HMAC-SHA256 of `<t>.<body>` by the secret, made just now. */
export function requireStamp(header: string | null, body: Uint8Array, secret: string, now: Date): void {
  const [, t, s] = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (!t || !s) throw forged()
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest()
  if (!timingSafeEqual(expected, Buffer.from(s, 'hex'))) throw forged()
  if (Math.abs(now.getTime() / 1000 - Number(t)) > toleranceSeconds) throw forged()
}

export const forged = () => new KitError('unauthorized', { message: 'The signature is not from the provider.' })
