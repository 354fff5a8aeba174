import type { CloudAuthSIWX } from '@billfold/react/siwx'
import { useCallback, useState } from 'react'
import { formatAge } from '../formatAge.ts'
import { useNow } from '../useNow.ts'
import { AccountList } from './AccountList.tsx'
import { useRequest } from './useRequest.ts'

/** The account's sessions, with a button to sign out of each. */
export function Devices({ siwx }: { siwx: CloudAuthSIWX }) {
  const { value: devices, isAway = false, again } = useRequest(useCallback(() => siwx.getSignIns(), [siwx]))
  const [message, setMessage] = useState('')
  const now = useNow()
  const end = async (id: string, label: string) => {
    const isDone = await siwx.endSignIn(id).then(
      () => true,
      () => false,
    )
    setMessage(isDone ? `${label} is signed out.` : `${label} could not be signed out. Try again.`)
    again()
  }
  return (
    <AccountList title="Devices" isLoading={!devices} isAway={isAway} onAgain={again}>
      <ul className="play-list">
        {devices?.map(({ id, label, origin, lastUsedAt, isThis }) => (
          <li key={id}>
            <div>
              <strong>{label}</strong>
              <p className="quiet">
                {new URL(origin).host} · {formatAge(Math.max(0, now - lastUsedAt * 1000))}
              </p>
            </div>
            {isThis ? (
              <span className="quiet">This device</span>
            ) : (
              <button
                type="button"
                className="button button-quiet"
                onClick={() => void end(id, label)}
                aria-label={`Sign out ${label}`}
                data-testid="end-sign-in"
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      <p role="status">{message}</p>
    </AccountList>
  )
}
