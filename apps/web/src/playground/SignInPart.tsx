import { type AppKit, useAppKit, useAppKitAccount, useAppKitEvents, useAppKitNetwork } from '@billfold/react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { AccountPart } from './AccountPart.tsx'
import { applySignInMode, readSignInMode, type SignInMode, signInModes, siwxFor } from './signInMode.ts'

const answered = z.object({ address: z.string(), caip2Network: z.string() })

/** This site's server's response to a token, as a sentence. */
async function fetchProtected(token: string | undefined): Promise<string> {
  try {
    const response = await fetch('/protected.json', {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.timeout(10_000),
    })
    if (response.status === 401) return 'Not for you: sign in first.'
    if (!response.ok) return 'The server could not ask who you are. Try again.'
    const { address, caip2Network } = answered.parse(await response.json())
    return `The server knows you as ${address} on ${caip2Network}.`
  } catch {
    return 'The server did not respond. Try again.'
  }
}

const names: Record<SignInMode, string> = { off: 'Off', optional: 'Optional', required: 'Required' }

/**
 * Whether visitors sign in with their wallet, whether this one has, and a call that only signed-in visitors may make.
 */
export function SignInPart({ appKit }: { appKit: AppKit }) {
  const [mode, setMode] = useState<SignInMode>(readSignInMode)
  const { isConnected, caipAddress } = useAppKitAccount()
  const { open } = useAppKit()
  const status = useSignedIn(mode)
  const [answer, setAnswer] = useState('')
  const change = (next: SignInMode) => {
    setMode(next)
    setAnswer('')
    void applySignInMode(appKit, next)
  }
  const call = async () =>
    setAnswer(
      await fetchProtected(
        await siwxFor(mode)
          ?.getSessionToken()
          .catch(() => undefined),
      ),
    )
  return (
    <>
      <section className="card play-card" aria-labelledby="sign-in-title">
        <div className="play-title">
          <h2 id="sign-in-title">Sign in with a wallet</h2>
          <span className="quiet">siwx</span>
        </div>
        <fieldset className="picker">
          <legend className="unseen">Signing in</legend>
          {signInModes.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="sign-in"
                checked={each === mode}
                onChange={() => change(each)}
                data-testid={`sign-in-${each}`}
              />
              <span>{names[each]}</span>
            </label>
          ))}
        </fieldset>
        <p>
          Authentication status: <strong data-testid="w3m-authentication-status">{status}</strong>
        </p>
        <div className="play-row">
          <button type="button" className="button" onClick={() => void call()} data-testid="protected-call">
            Call a protected page
          </button>
          <button
            type="button"
            className="button button-quiet"
            disabled={!isConnected || mode === 'off' || status === 'authenticated'}
            onClick={() => void open({ view: 'SIWXSignMessage' })}
            data-testid="open-sign-in"
          >
            Sign in
          </button>
        </div>
        <p role="status" className="play-answer" data-testid="protected-answer">
          {answer || <span className="quiet">What this site’s server answers appears here.</span>}
        </p>
      </section>
      <AccountPart appKit={appKit} mode={mode} isSignedIn={status === 'authenticated'} account={caipAddress} />
    </>
  )
}

/** Whether the active account is signed in, according to the configuration; checked again on every event. */
function useSignedIn(mode: SignInMode): 'authenticated' | 'unauthenticated' {
  const { address, isConnected } = useAppKitAccount()
  const { caipNetworkId } = useAppKitNetwork()
  const last = useAppKitEvents()
  const [signedIn, setSignedIn] = useState(false)
  const [changes, setChanges] = useState(0)
  useEffect(() => siwxFor(mode)?.on('sessionChanged', () => setChanges((count) => count + 1)), [mode])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may have changed the answer
  useEffect(() => {
    const siwx = siwxFor(mode)
    let isStale = false
    const tell = (is: boolean) => {
      if (!isStale) setSignedIn(is)
    }
    if (!siwx || !isConnected || !address || !caipNetworkId) tell(false)
    else
      siwx.getSessions(caipNetworkId as `eip155:${string}`, address).then(
        (accounts) => tell(accounts.length > 0),
        () => tell(false),
      )
    return () => {
      isStale = true
    }
  }, [mode, address, isConnected, caipNetworkId, last, changes])
  return signedIn ? 'authenticated' : 'unauthenticated'
}
