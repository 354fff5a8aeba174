import { Field } from './Field.tsx'

type RangeProps = {
  label: string
  unit: string
  value: number
  range: readonly [number, number]
  onChange: (value: number) => void
}

/** A number on a slider, shown beside its name. */
export const Range = ({ label, unit, value, range: [min, max], onChange }: RangeProps) => (
  <Field label={`${label}: ${value} ${unit}`}>
    {(id) => (
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    )}
  </Field>
)
