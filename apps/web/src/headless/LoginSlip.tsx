import { useAppKitEmailLogin } from '@billfold/react/headless'
import { useState } from 'react'
import { FarcasterLogin } from './FarcasterLogin.tsx'
import { LoginEnd } from './LoginEnd.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { SocialLogin } from './SocialLogin.tsx'

/** For visitors without a wallet: one place for each login. */
export function LoginSlip() {
  return (
    <section className="slip" aria-labelledby="no-wallet">
      <h2 id="no-wallet">No wallet? Log in</h2>
      <EmailLogin />
      <SocialLogin />
      <PasskeyLogin />
      <FarcasterLogin />
    </section>
  )
}

const statusTexts = {
  idle: '',
  mailing: 'Sending a code…',
  code: '',
  checking: 'Checking the code…',
  device: 'Continue in the wallet’s window.',
  passed: 'Connecting…',
}

/** An e-mail address, then the code that was mailed to it. */
function EmailLogin() {
  const login = useAppKitEmailLogin()
  const { canLogIn, step, email, sendCode, submitCode, cancel } = login
  const [text, setText] = useState('')
  if (!canLogIn) return null
  const isCode = step === 'code' || step === 'checking'
  return (
    <form
      aria-label="By e-mail"
      onSubmit={(event) => {
        event.preventDefault()
        setText('')
        void (isCode ? submitCode(text) : sendCode(text))
      }}
    >
      <label>
        {isCode ? `The code we sent to ${email}` : 'Your e-mail address'}
        <input
          data-testid={isCode ? 'headless-otp' : 'headless-email'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...(isCode ? { inputMode: 'numeric', autoComplete: 'one-time-code' } : { type: 'email', dir: 'ltr' })}
        />
      </label>
      <LoginEnd login={login} status={statusTexts[step]} onNewCode={() => void sendCode(email ?? '')} />
      <button type="submit" disabled={step !== 'idle' && step !== 'code'}>
        {isCode ? 'Log in' : 'Send me a code'}
      </button>
      {isCode ? (
        <button type="button" onClick={cancel}>
          Another address
        </button>
      ) : null}
    </form>
  )
}
