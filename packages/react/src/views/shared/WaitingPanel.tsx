import type { ReactNode } from 'react'
import { useWaited } from '../../hooks/useWaited.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

const helpAfterMs = 10_000

/** Waiting for a wallet: its tile in a ring, what to do there, what usually helps, and a way out. */
export function WaitingPanel({
  name,
  image,
  round,
  state,
  title,
  text,
  help,
  children,
}: {
  name: string
  image: string | undefined
  round?: boolean
  /** `failed`: an expected failure; `caution`: something went wrong. */
  state: 'waiting' | 'failed' | 'caution'
  title: string
  text: string
  help: { title: string; hints: readonly string[] }
  children: ReactNode
}) {
  const waitedLong = useWaited(helpAfterMs, state)
  return (
    <div className="panel">
      {name ? (
        <Ring state={state} {...(round ? { round } : {})}>
          <WalletTile name={name} image={image} size={72} {...(round ? { round } : {})} />
        </Ring>
      ) : (
        <span className="empty-icon">
          <Icon name="wallet" />
        </span>
      )}
      <div className="panel-text" role="status">
        <p className="panel-title">{title}</p>
        <p className="panel-detail">{text}</p>
      </div>
      {waitedLong && state === 'waiting' ? (
        <div className="hints" role="status">
          <p className="hints-title">{help.title}</p>
          <ul>
            {help.hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className="actions">{children}</div>
    </div>
  )
}
