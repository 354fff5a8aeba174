import { useEffect, useState } from 'react'

/** Copies a text, and reports whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])

  function copy(): void {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  }

  return (
    <button type="button" className="copy" onClick={copy} aria-label={label}>
      <svg width="20" height="20" viewBox="0 0 20 20" className="icon" aria-hidden="true">
        {outcome === 'copied' ? <path d="M4.5 10.5l3.5 3.5l7.5-8" /> : <path d="M7.5 7.5h8v9h-8zM12.5 4.5v-1h-8v9h1" />}
      </svg>
      <span role="status" className="copy-outcome">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && 'Your browser blocked copying'}
      </span>
    </button>
  )
}
