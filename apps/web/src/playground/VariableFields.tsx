import type { ThemeVariables } from '@billfold/react'
import { cssColor, parseColor } from '@billfold/react/theme/color.ts'
import { palettes } from '@billfold/react/theme/palette.ts'
import { Field } from './Field.tsx'
import { Range } from './Range.tsx'
import { without } from './without.ts'

const fonts = { '': 'System', 'Georgia, serif': 'Georgia', 'ui-monospace, monospace': 'Monospace' }

const shadows: readonly [shadow: string, name: string][] = [
  ['', 'Billfold'],
  ['none', 'None'],
  ['0 8px 32px rgb(0 0 0 / 0.2)', 'Soft'],
  ['0 32px 80px rgb(0 0 0 / 0.4)', 'Deep'],
  ['0 0 0 1px rgb(128 128 128 / 0.5)', 'Line'],
]
/** A look's own shadow is a choice too. */
const shadowsWith = (own: string | undefined) =>
  own === undefined || shadows.some(([shadow]) => shadow === own) ? shadows : [...shadows, [own, 'The look’s'] as const]

/** The colors beside the accent that a site may set, with what each is. */
const colors = {
  '--billfold-surface': 'Surface',
  '--billfold-raised': 'Rows',
  '--billfold-field': 'Fields',
  '--billfold-ink': 'Text',
  '--billfold-ink-2': 'Quiet text',
  '--billfold-ink-3': 'Faint text',
  '--billfold-border': 'Lines',
  '--billfold-backdrop': 'Backdrop',
} as const

type Mode = 'light' | 'dark'
type Props = { variables: ThemeVariables; mode: Mode; onChange: (variables: ThemeVariables | undefined) => void }

const ours = {
  surface: 'paper',
  raised: 'raised',
  field: 'inset',
  ink: 'ink',
  'ink-2': 'ink2',
  'ink-3': 'ink3',
} as const
/** Billfold's own; lines and backdrop, which are shades of its text, begin with that. */
const defaultColor = (name: keyof typeof colors, mode: Mode): string =>
  cssColor(palettes[mode][ours[name.slice('--billfold-'.length) as keyof typeof ours] ?? 'ink'])
const hexOf = (css: string): string =>
  `#${(parseColor(css) ?? [128, 128, 128]).map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** The theme's variables: colors, corners, depth, font and z-index. */
export function VariableFields({ variables, mode, onChange }: Props) {
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
            value={hexOf(variables['--w3m-accent'] ?? cssColor(palettes[mode].accent))}
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
      <ColorFields variables={variables} mode={mode} setVariable={setVariable} />
      <Range
        label="Corners"
        unit="px"
        value={Number.parseFloat(variables['--w3m-border-radius-master'] ?? '4')}
        range={[0, 8]}
        onChange={(value) => setVariable({ '--w3m-border-radius-master': `${value}px` })}
      />
      <Range
        label="Row height"
        unit="%"
        value={Math.round((variables['--billfold-density'] ?? 1) * 100)}
        range={[80, 120]}
        onChange={(value) => setVariable({ '--billfold-density': value / 100 })}
      />
      <Range
        label="Backdrop blur"
        unit="px"
        value={Number.parseFloat(variables['--billfold-blur'] ?? '0')}
        range={[0, 24]}
        onChange={(value) => setVariable({ '--billfold-blur': value ? `${value}px` : undefined } as ThemeVariables)}
      />
      <Field label="Shadow">
        {(id) => (
          <select
            id={id}
            className="field"
            value={variables['--billfold-shadow'] ?? ''}
            onChange={({ target }) => setVariable({ '--billfold-shadow': target.value || undefined } as ThemeVariables)}
          >
            {shadowsWith(variables['--billfold-shadow']).map(([shadow, name]) => (
              <option key={shadow} value={shadow}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
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

type ColorProps = Pick<Props, 'variables' | 'mode'> & { setVariable: (part: ThemeVariables) => void }

function ColorFields({ variables, mode, setVariable }: ColorProps) {
  return (Object.keys(colors) as (keyof typeof colors)[]).map((name) => (
    <Field key={name} label={colors[name]}>
      {(id) => (
        <input
          id={id}
          type="color"
          className="field play-colour"
          value={hexOf(variables[name] ?? defaultColor(name, mode))}
          onChange={({ target }) => setVariable({ [name]: target.value })}
          data-testid={`setting-${name}`}
        />
      )}
    </Field>
  ))
}
