import { useAppKitSocialLogin } from '@billfold/react/headless'
import { LoginEnd } from './LoginEnd.tsx'

const statusTexts = {
  idle: '',
  window: 'Continue in the window that opened.',
  checking: 'Opening your wallet…',
  device: 'Continue in the wallet’s window.',
  passed: 'Connecting…',
}

/** One button for each social login that the operator has set up. */
export function SocialLogin() {
  const login = useAppKitSocialLogin()
  const { canLogIn, providers, isLoading, provider, step, logIn, leave, cancel } = login
  if (!canLogIn) return null
  const isBusy = isLoading || step !== 'idle'
  return (
    <fieldset>
      <legend>With an account you have</legend>
      <ul className="socials">
        {providers.map(({ id, name }) => (
          <li key={id}>
            {/* Not `disabled`, which would drop the focus. */}
            <button
              type="button"
              data-testid={`headless-social-${id}`}
              aria-disabled={isBusy}
              onClick={() => isBusy || void logIn(id)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <LoginEnd login={login} status={statusTexts[step]} onLeave={() => provider && void leave(provider)} />
      {step === 'window' ? (
        <button type="button" data-testid="headless-social-cancel" onClick={cancel}>
          Cancel
        </button>
      ) : null}
    </fieldset>
  )
}
