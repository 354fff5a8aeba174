import { useAppKitEmailLogin } from '@billfold/react/headless'
import { useState } from 'react'

/** For visitors without a wallet: an e-mail address, then the code that was mailed to it. */
export function LoginSlip() {
  const { canLogIn, step, email, error, sendCode, submitCode } = useAppKitEmailLogin()
  const [text, setText] = useState('')
  if (!canLogIn) return null
  const isCode = step === 'code' || step === 'checking'
  return (
    <form
      className="slip"
      aria-label="Log in"
      onSubmit={(event) => {
        event.preventDefault()
        setText('')
        void (isCode ? submitCode(text) : sendCode(text))
      }}
    >
      <label>
        {isCode ? `The code we sent to ${email}` : 'No wallet? Your e-mail address'}
        <input
          data-testid={isCode ? 'headless-otp' : 'headless-email'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...(isCode ? { inputMode: 'numeric', autoComplete: 'one-time-code' } : { type: 'email' })}
        />
      </label>
      {error ? <p role="alert">That did not work. Check it and try again.</p> : null}
      <button type="submit" disabled={step !== 'idle' && step !== 'code'}>
        {isCode ? 'Log in' : 'Send me a code'}
      </button>
    </form>
  )
}
