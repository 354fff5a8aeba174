import { useAppKitFarcasterLogin } from '@billfold/react/headless'
import { LoginEnd } from './LoginEnd.tsx'

const statusTexts = {
  idle: '',
  preparing: 'Making a QR code…',
  link: 'Point your phone’s camera at the QR code, or open the link on your phone.',
  checking: 'Opening your wallet…',
  device: 'Continue in the wallet’s window.',
  passed: 'Connecting…',
}

/** A QR code for another device and a link for this one, until someone approves it in Farcaster's app. */
export function FarcasterLogin() {
  const login = useAppKitFarcasterLogin()
  const { canLogIn, isLoading, step, link, code, logIn, renew, cancel } = login
  if (!canLogIn) return null
  const isWaiting = step === 'preparing' || step === 'link'
  const isBusy = isLoading || (step !== 'idle' && !isWaiting)
  return (
    <fieldset>
      <legend>With Farcaster</legend>
      {/* One button, so that the focus stays on it. */}
      <button
        type="button"
        data-testid="headless-farcaster"
        aria-disabled={isBusy}
        onClick={() => (isWaiting ? cancel() : isBusy || void logIn())}
      >
        {isWaiting ? 'Cancel' : 'Continue with Farcaster'}
      </button>
      <LoginEnd login={login} status={statusTexts[step]} />
      {code ? (
        <svg
          className="qr"
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          role="img"
          aria-label="QR code to log in with Farcaster"
          data-testid="headless-farcaster-code"
          data-link={link}
        >
          <path d={code.path} />
        </svg>
      ) : null}
      {link ? (
        <>
          <a href={link} target="_blank" rel="noreferrer noopener">
            Open Farcaster
          </a>
          <button type="button" onClick={() => void renew()}>
            New code
          </button>
        </>
      ) : null}
    </fieldset>
  )
}
