import type { LoginNext } from '@billfold/react/headless'

type Login = {
  error: string | undefined
  next: LoginNext | undefined
  againAt: number | undefined
  isCancelled?: boolean
}
type Props = { login: Login; status: string; onLeave?: () => void; onNewCode?: () => void }

const words: Record<LoginNext, string> = {
  retry: 'That did not work. Try again.',
  leave: 'Your browser blocked the login window.',
  wait: 'Too many attempts.',
  newCode: 'This code has expired.',
  other: 'This login is unavailable right now. Use another one.',
}

/**
 * A login's progress, its error and the next step. Both lines always exist: a screen reader only reads changes in them.
 */
export function LoginEnd({
  login: { error, next = 'retry', againAt, isCancelled },
  status,
  onLeave,
  onNewCode,
}: Props) {
  const until = next === 'wait' && againAt ? ` Try again at ${new Date(againAt).toLocaleTimeString()}.` : ''
  return (
    <>
      <p className="said" role="status">
        {isCancelled ? 'Login cancelled.' : status}
      </p>
      <p className="said" role="alert" data-testid="headless-login-error">
        {error ? `${words[next]}${until}` : ''}
      </p>
      {error && next === 'leave' ? (
        <button type="button" data-testid="headless-leave" onClick={onLeave}>
          Continue in this tab
        </button>
      ) : null}
      {error && next === 'newCode' ? (
        <button type="button" onClick={onNewCode}>
          Send a new code
        </button>
      ) : null}
    </>
  )
}
