import { type IconName, iconPaths } from './iconPaths.ts'

/** Arrows that point along the reading direction turn round where reading does. */
const directed: readonly IconName[] = ['back', 'forward', 'disconnect', 'login', 'external']

/** One icon of the family; decoration only, the control around it carries the name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={directed.includes(name) ? 'icon icon-directed' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
