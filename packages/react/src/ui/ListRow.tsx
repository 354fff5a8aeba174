import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'

export type ListRowProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> & {
  /** 40 px tile at the start. */
  lead?: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** Tag, amount or switch at the end. */
  tail?: ReactNode
  chevron?: boolean
  selected?: boolean
  danger?: boolean
}

/** A row that does one thing when chosen. */
export function ListRow(props: ListRowProps) {
  const { lead, title, detail, tail, chevron, selected, danger, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-current={selected || undefined}
      className={classNames('row', danger && 'row-danger', className)}
    >
      {lead ? <span className="row-lead">{lead}</span> : null}
      <span className="row-text">
        <bdi className="row-title">{title}</bdi>
        {detail ? <span className="row-detail">{detail}</span> : null}
      </span>
      {tail ? <span className="row-tail">{tail}</span> : null}
      {selected ? <Icon name="check" /> : null}
      {chevron ? <Icon name="forward" size={16} /> : null}
    </button>
  )
}
