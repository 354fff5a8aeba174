import { cleanText } from '@billfold/protocol/cleanText'
import type { Asking } from '@billfold/testkit/walletconnect/askings'
import { use, useEffect, useRef, useState } from 'react'
import type { SiteConfig } from '../siteConfig.ts'
import type { Described } from './describe.ts'
import { RequestFacts } from './RequestFacts.tsx'
import { SessionFacts } from './SessionFacts.tsx'

type Props = {
  asking: Asking
  others: number
  config: SiteConfig
  /** The request's description. */
  described: Promise<Described> | undefined
  /** Fires with an error that occurs after the request has left the screen. */
  onFailed: (why: string) => void
}

/** The request on the screen: its site, its content, and the two buttons. The focus starts on the rejection. */
export function AskingSheet({ asking, others, config, described, onFailed }: Props) {
  const [isBusy, setBusy] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const name = cleanText(asking.peer.name, 40) || 'Unnamed site'

  useEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])

  const answer = (work: () => Promise<unknown>) => {
    setBusy(true)
    work().catch((e: unknown) => onFailed(e instanceof Error ? e.message : String(e)))
  }

  return (
    <dialog
      ref={dialog}
      className="phone-sheet"
      aria-labelledby="asking-title"
      data-testid="phone-asking"
      onCancel={(e) => {
        e.preventDefault()
        if (!isBusy) answer(() => asking.reject())
      }}
    >
      <p className="phone-who">
        <strong>{name}</strong>
        <span className="quiet">{cleanText(asking.peer.url, 100) || 'No URL provided.'}</span>
      </p>
      {/* An overflowing part scrolls, by keys too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys. */}
      <div className="phone-facts" tabIndex={0}>
        {asking.kind === 'session' && <SessionFacts asking={asking} config={config} />}
        {asking.kind === 'signIn' && (
          <>
            <h2 id="asking-title">Connect and sign in</h2>
            {asking.messages.map((message) => (
              <pre key={message} className="phone-text">
                {message}
              </pre>
            ))}
          </>
        )}
        {asking.kind === 'request' && described && (
          <RequestFacts asking={asking} config={config} described={use(described)} />
        )}
      </div>
      {others > 0 && <p className="quiet">{others} more after this.</p>}
      <div className="phone-actions">
        <button
          type="button"
          className="button button-quiet"
          data-testid="phone-reject"
          disabled={isBusy}
          onClick={() => answer(() => asking.reject())}
        >
          Reject
        </button>
        <button
          type="button"
          className="button"
          data-testid="phone-approve"
          disabled={isBusy}
          onClick={() => answer(() => asking.approve())}
        >
          {isBusy ? 'One moment…' : 'Approve'}
        </button>
      </div>
    </dialog>
  )
}
