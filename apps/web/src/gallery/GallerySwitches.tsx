import type { ReactNode } from 'react'
import { type GalleryLook, isRightToLeft, languages, widths } from './galleryLook.ts'

type Props = { look: GalleryLook; views: readonly string[]; onChange: (part: Partial<GalleryLook>) => void }

/** The choice of states and their look. */
export const GallerySwitches = ({ look, views, onChange }: Props) => (
  <form className="switches" aria-label="Display options" lang="en" dir="ltr">
    <Choice
      label="View"
      value={look.view ?? ''}
      onChange={(view) => onChange({ view: view || undefined, state: undefined, frame: 'card' })}
    >
      <option value="">All views</option>
      {views.map((view) => (
        <option key={view}>{view}</option>
      ))}
    </Choice>
    <Choice
      label="Theme"
      value={look.theme}
      onChange={(theme) => onChange({ theme: theme === 'dark' ? 'dark' : 'light' })}
    >
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </Choice>
    <Choice
      label="Language"
      value={look.language}
      onChange={(language) => onChange({ language, direction: isRightToLeft(language) ? 'rtl' : 'ltr' })}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </Choice>
    <Choice
      label="Direction"
      value={look.direction}
      onChange={(to) => onChange({ direction: to === 'rtl' ? 'rtl' : 'ltr' })}
    >
      <option value="ltr">Left to right</option>
      <option value="rtl">Right to left</option>
    </Choice>
    <Choice label="Width" value={String(look.width)} onChange={(width) => onChange({ width: Number(width) })}>
      {[...new Set([...widths, look.width])].map((width) => (
        <option key={width} value={width}>{`${width} px`}</option>
      ))}
    </Choice>
    {look.state === undefined ? null : (
      <Choice
        label="Frame"
        value={look.frame}
        onChange={(frame) => onChange({ frame: frame === 'dialog' ? 'dialog' : 'card' })}
      >
        <option value="card">Embedded</option>
        <option value="dialog">Modal</option>
      </Choice>
    )}
  </form>
)

const Choice = ({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) => (
  <label className="choice">
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {children}
    </select>
  </label>
)
