import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/iconPaths.ts'

/** A short lesson: a few things to know, each with its picture. */
export function Slides({ slides }: { slides: readonly { icon: IconName; title: string; text: string }[] }) {
  return (
    <ul className="slides">
      {slides.map(({ icon, title, text }) => (
        <li key={title} className="slide">
          <span className="slide-icon">
            <Icon name={icon} />
          </span>
          <div>
            <h2 className="slide-title">{title}</h2>
            <p className="slide-text">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
