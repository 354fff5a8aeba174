import { AppKitButton, AppKitNetworkButton } from '@billfold/react'
import { Suspense, use, useEffect } from 'react'
import { createSiteKit } from '../createSiteKit.ts'
import { loadConfig } from '../loadConfig.ts'
import type { SiteConfig } from '../siteConfig.ts'
import { Top } from '../Top.tsx'
import { EventLog } from './EventLog.tsx'
import { Facts } from './Facts.tsx'
import { Interactions } from './Interactions.tsx'
import { SettingsPart } from './SettingsPart.tsx'
import { SignInPart } from './SignInPart.tsx'
import { Steering } from './Steering.tsx'
import { readSignInMode, siwxFor } from './signInMode.ts'

type Props = { config: Promise<SiteConfig> }

/** The integrator's page: the kit with all its options, every hook's value, and all requests that a site can make. */
export function PlaygroundPage({ config }: Props) {
  return (
    <Suspense fallback={<Top />}>
      <Loaded config={config} />
    </Suspense>
  )
}

function Loaded({ config }: Props) {
  const settings = use(config)
  const appKit = createSiteKit(settings, { siwx: siwxFor(readSignInMode()) })
  if (!appKit) return <Away />
  return (
    <>
      <Top>
        <AppKitNetworkButton />
        <AppKitButton />
      </Top>
      <main className="play">
        <div className="play-head">
          <h1>Customize the kit, inspect its hooks and send test requests.</h1>
          <p className="quiet">
            Built only from the kit’s own buttons and hooks. Changes below apply instantly. The kit makes no requests
            before your first click.
          </p>
        </div>
        <SettingsPart appKit={appKit} />
        <div className="play-columns">
          <Facts />
          <div className="play-column">
            <Steering networks={settings.networks} />
            <SignInPart appKit={appKit} />
            <Interactions namespace="eip155" title="EVM requests" />
            <Interactions namespace="solana" title="Solana requests" />
            <Interactions namespace="bip122" title="Ask a Bitcoin wallet" />
            <Interactions namespace="polkadot" title="Ask a Polkadot wallet" />
            <EventLog />
          </div>
        </div>
      </main>
    </>
  )
}

/** The local network is down: its nodes are not in this page's policy either, so it reloads later. */
function Away() {
  useEffect(() => {
    void loadConfig(({ networks }) => networks.length > 0).then(() => location.reload())
  }, [])
  return (
    <>
      <Top />
      <main className="play">
        <h1>No network available yet</h1>
        <p role="status">The local network isn’t running. This page opens once it is.</p>
      </main>
    </>
  )
}
