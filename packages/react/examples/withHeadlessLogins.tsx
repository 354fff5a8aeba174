import { useAppKitFarcasterLogin, useAppKitPasskeyLogin, useAppKitSocialLogin } from '@billfold/react/headless'

export function Socials() {
  const { providers, isLoading, provider, step, next, isCancelled, logIn, leave, cancel } = useAppKitSocialLogin()
  const isBusy = isLoading || step !== 'idle'
  return (
    <>
      {providers.map(({ id, name }) => (
        // In the click itself, or the browser blocks the window.
        <button key={id} type="button" aria-disabled={isBusy} onClick={() => isBusy || void logIn(id)}>
          Continue with {name}
        </button>
      ))}
      <p role="status">
        {step === 'window'
          ? 'Continue in the window that opened.'
          : step === 'device'
            ? 'Continue in the wallet.'
            : null}
        {isCancelled ? 'Login cancelled.' : null}
      </p>
      <p role="alert">{next === 'other' ? 'Unavailable right now. Use another login.' : null}</p>
      {next === 'leave' && provider ? (
        <button type="button" onClick={() => void leave(provider)}>
          Your browser blocked the window. Continue in this tab
        </button>
      ) : null}
      {step === 'window' ? (
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      ) : null}
    </>
  )
}

export function Passkey() {
  const { canLogIn, step, error, logIn } = useAppKitPasskeyLogin()
  return (
    <>
      {canLogIn ? (
        <button type="button" aria-disabled={step !== 'idle'} onClick={() => void logIn()}>
          Use or create a passkey
        </button>
      ) : null}
      <p role="alert">{error ? 'That did not work. Try again.' : null}</p>
    </>
  )
}

export function Farcaster() {
  const { step, link, code, logIn, renew, cancel } = useAppKitFarcasterLogin()
  const isWaiting = step === 'preparing' || step === 'link'
  return (
    <>
      <button type="button" onClick={() => (isWaiting ? cancel() : void logIn())}>
        {isWaiting ? 'Cancel' : 'Continue with Farcaster'}
      </button>
      {code ? (
        <svg viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`} role="img" aria-label="Scan to log in with Farcaster">
          <path d={code.path} />
        </svg>
      ) : null}
      {link ? <a href={link}>Open Farcaster</a> : null}
      {link ? (
        <button type="button" onClick={() => void renew()}>
          New code
        </button>
      ) : null}
    </>
  )
}
