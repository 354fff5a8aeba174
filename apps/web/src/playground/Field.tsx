import { type ReactNode, useId } from 'react'

/** A control with its label above it. */
export function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="play-field">
      <label htmlFor={id}>
        <bdi>{label}</bdi>
      </label>
      {children(id)}
    </div>
  )
}
