import type { ThemeVariables } from '@billfold/react'
import { Field } from './Field.tsx'
import { Range } from './Range.tsx'
import { without } from './without.ts'

const fonts = { '': 'System', 'Georgia, serif': 'Georgia', 'ui-monospace, monospace': 'Monospace' }

type Props = { variables: ThemeVariables; onChange: (variables: ThemeVariables | undefined) => void }

/** The theme's variables: colors, corners, font and z-index. */
export function VariableFields({ variables, onChange }: Props) {
  const setVariable = (part: ThemeVariables) => {
    const next = without({ ...variables, ...part })
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  return (
    <>
      <Field label="Accent">
        {(id) => (
          <input
            id={id}
            type="color"
            className="field play-colour"
            value={variables['--w3m-accent'] ?? '#0b6e4f'}
            onChange={({ target }) => setVariable({ '--w3m-accent': target.value })}
            data-testid="setting-accent"
          />
        )}
      </Field>
      <Field label="Surface tint">
        {(id) => (
          <input
            id={id}
            type="color"
            className="field play-colour"
            value={variables['--w3m-color-mix'] ?? '#ffffff'}
            onChange={({ target }) =>
              setVariable({
                '--w3m-color-mix': target.value,
                '--w3m-color-mix-strength': variables['--w3m-color-mix-strength'] ?? 15,
              })
            }
          />
        )}
      </Field>
      <Range
        label="Tint strength"
        unit="%"
        value={variables['--w3m-color-mix-strength'] ?? 0}
        range={[0, 50]}
        onChange={(value) => setVariable({ '--w3m-color-mix-strength': value || undefined } as ThemeVariables)}
      />
      <Range
        label="Corners"
        unit="px"
        value={Number.parseFloat(variables['--w3m-border-radius-master'] ?? '4')}
        range={[0, 8]}
        onChange={(value) => setVariable({ '--w3m-border-radius-master': `${value}px` })}
      />
      <Range
        label="Font size"
        unit="px"
        value={Number.parseFloat(variables['--w3m-font-size-master'] ?? '10')}
        range={[8, 13]}
        onChange={(value) => setVariable({ '--w3m-font-size-master': `${value}px` })}
      />
      <Field label="Font">
        {(id) => (
          <select
            id={id}
            className="field"
            value={variables['--w3m-font-family'] ?? ''}
            onChange={({ target }) => setVariable({ '--w3m-font-family': target.value || undefined } as ThemeVariables)}
          >
            {Object.entries(fonts).map(([family, name]) => (
              <option key={family} value={family}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Z-index">
        {(id) => (
          <input
            id={id}
            type="number"
            className="field"
            value={variables['--w3m-z-index'] ?? 999}
            onChange={({ target }) => setVariable({ '--w3m-z-index': Math.trunc(Number(target.value)) })}
          />
        )}
      </Field>
    </>
  )
}
