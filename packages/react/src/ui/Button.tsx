import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** One `primary` a view; `quiet` has no surface; `danger` cannot be undone. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'm' | 's'
  icon?: IconName
  /** Fills the row. */
  wide?: boolean
  busy?: boolean
  children: ReactNode
}

/** A button named after what it does. */
export function Button({ look = 'plain', size = 'm', icon, wide, busy, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      className={classNames('button', `button-${look}`, `button-${size}`, wide && 'button-wide', className)}
    >
      {icon ? <Icon name={icon} size={size === 's' ? 16 : 20} /> : null}
      <span className="button-label">{children}</span>
    </button>
  )
}
