import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

/** A button that is only an icon: 44 px to touch, and always with a name. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { icon: IconName; label: string }) {
  return (
    // Named by its title alone: with a label as well, screen readers would say it twice.
    <button type="button" {...rest} title={label} className={classNames('icon-button', className)}>
      <Icon name={icon} />
    </button>
  )
}
