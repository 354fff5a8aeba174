import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'

/** A link that looks like a button and leaves the page in a new tab. */
export function LinkButton({
  children,
  href,
  wide,
  look = 'plain',
  size = 'm',
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  children: ReactNode
  wide?: boolean
  look?: 'plain' | 'quiet' | 'primary'
  size?: 'm' | 's'
}) {
  return (
    <a
      {...rest}
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={classNames('button', `button-${look}`, `button-${size}`, wide && 'button-wide')}
    >
      <span className="button-label">{children}</span>
      <Icon name="external" size={16} />
    </a>
  )
}
