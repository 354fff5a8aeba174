import { useAppKitPasskeyLogin } from '@billfold/react/headless'
import { LoginEnd } from './LoginEnd.tsx'

const statusTexts = { idle: '', device: 'Continue in the wallet’s window.', passed: 'Connecting…' }

/** One button: the wallet's window uses a passkey or creates one. */
export function PasskeyLogin() {
  const login = useAppKitPasskeyLogin()
  const { canLogIn, step, logIn } = login
  if (!canLogIn) return null
  const isBusy = step !== 'idle'
  return (
    <fieldset>
      <legend>With a passkey</legend>
      <button
        type="button"
        data-testid="headless-passkey"
        aria-disabled={isBusy}
        onClick={() => isBusy || void logIn()}
      >
        Use or create a passkey
      </button>
      <LoginEnd login={login} status={statusTexts[step]} />
    </fieldset>
  )
}
