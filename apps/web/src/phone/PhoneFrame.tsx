import type { ReactNode } from 'react'
import { useNow } from '../useNow.ts'

/** The device around the wallet: a bar with the time and the connection, and the screen. */
export function PhoneFrame({ isOnline, children }: { isOnline: boolean; children: ReactNode }) {
  const time = new Date(useNow()).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return (
    <main className="phone">
      <div className="phone-bar">
        <time>{time}</time>
        <span className="phone-relay" data-online={isOnline} data-testid="phone-relay">
          {isOnline ? 'Relay connected' : 'Relay idle'}
        </span>
      </div>
      <div className="phone-screen">{children}</div>
    </main>
  )
}
