import { type ReactNode, Suspense, use, useMemo } from 'react'
import type { SiteConfig } from '../siteConfig.ts'
import { useNow } from '../useNow.ts'
import { useStore } from '../useStore.ts'
import { AskingSheet } from './AskingSheet.tsx'
import { describeRequest } from './describeRequest.ts'
import { loadKnown } from './knownChains.ts'
import { PairForm } from './PairForm.tsx'
import { type Phone, phoneOf } from './phoneState.ts'
import { SessionList } from './SessionList.tsx'

/** A page that plays a phone: a WalletConnect wallet with the keys of the local network. */
export function PhonePage({ config }: { config: Promise<SiteConfig> }) {
  return (
    <Suspense
      fallback={
        <PhoneFrame isOnline={false}>
          <p role="status" className="phone-empty">
            Waiting for the local network…
          </p>
        </PhoneFrame>
      }
    >
      <Loaded config={config} />
    </Suspense>
  )
}

function Loaded({ config }: { config: Promise<SiteConfig> }) {
  const settings = use(config)
  const phone = phoneOf(settings)
  if (phone) return <Screen phone={phone} config={settings} />
  return (
    <PhoneFrame isOnline={false}>
      <p role="status" className="phone-empty">
        This site has no relay, so phones can’t connect. Set RELAY_URL.
      </p>
    </PhoneFrame>
  )
}

function Screen({ phone, config }: { phone: Phone; config: SiteConfig }) {
  const { sessions, pending, isOnline, note } = useStore(phone.state)
  const known = useMemo(() => loadKnown(config), [config])
  const [asking] = pending
  const described = useMemo(
    () => (asking?.kind === 'request' ? known.then((facts) => describeRequest(asking, facts)) : undefined),
    [asking, known],
  )
  return (
    <PhoneFrame isOnline={isOnline}>
      <h1 className="phone-title">Pocket Wallet</h1>
      <p className="quiet">Test keys for the local network. Worthless anywhere else.</p>
      <PairForm wallet={phone.wallet} />
      <p role="status" className="phone-note" data-testid="phone-note">
        {note}
      </p>
      <SessionList sessions={sessions} wallet={phone.wallet} config={config} />
      {/* The request and the buttons appear together: no one approves a request unseen. */}
      <Suspense>
        {asking && (
          <AskingSheet
            key={asking.id}
            asking={asking}
            others={pending.length - 1}
            config={config}
            described={described}
            onFailed={(why) => phone.state.set({ ...phone.state.get(), note: why })}
          />
        )}
      </Suspense>
    </PhoneFrame>
  )
}

/** The device around the wallet: a bar with the time and the connection, and the screen. */
function PhoneFrame({ isOnline, children }: { isOnline: boolean; children: ReactNode }) {
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
