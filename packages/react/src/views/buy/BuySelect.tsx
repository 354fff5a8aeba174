import { useId } from 'react'
import { Icon } from '../../ui/Icon.tsx'

type Choice = readonly [value: string, name: string]
type SelectProps = {
  value: string
  options: readonly Choice[]
  onChange: (value: string) => void
  testId: string
}

/** One of a list, chosen in the browser's own way. */
export function BuySelect({
  label,
  id,
  value,
  options,
  onChange,
  testId,
}: SelectProps & { label?: string; id?: string }) {
  return (
    <span className="buy-select">
      <select
        id={id}
        aria-label={label}
        value={value}
        data-testid={testId}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </span>
  )
}

/** A line of the form: label and choice. */
export function BuyLine({ title, ...select }: SelectProps & { title: string; label?: string }) {
  const id = useId()
  return (
    <div className="send-box buy-line">
      <label className="send-label" htmlFor={id}>
        {title}
      </label>
      <BuySelect id={id} {...select} />
    </div>
  )
}
