import { createHmac } from 'node:crypto'

/** The header of a webhook: its time of signing, and an HMAC-SHA256 of that and the body. */
export function signWebhook(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},s=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
