import type { ThemeVariables } from '@billfold/react'
import { languages } from '../gallery/galleryLook.ts'
import { Field } from './Field.tsx'
import { Range } from './Range.tsx'
import { type Feature, featureDefaults, type Settings, type SwitchName, switchDefaults } from './Settings.ts'
import { Tick } from './Tick.tsx'
import { WalletSettings } from './WalletSettings.tsx'
import { without } from './without.ts'

const features: Record<Feature, string> = {
  email: 'Email login',
  emailShowWallets: 'Wallets beside email',
  send: 'Send',
  swaps: 'Swap',
  receive: 'Receive',
  history: 'Activity',
  allWallets: 'All wallets',
  legalCheckbox: 'Terms checkbox',
}
const switches: Record<SwitchName, string> = {
  enableWallets: 'Wallets',
  enableWalletGuide: 'Wallet guide',
  allowUnsupportedChain: 'Allow any network',
}
const fonts = { '': 'System', 'Georgia, serif': 'Georgia', 'ui-monospace, monospace': 'Monospace' }
const legal = {
  termsConditionsUrl: 'https://www.example.com/terms',
  privacyPolicyUrl: 'https://www.example.com/privacy',
}

/** Features of an embedded wallet: not offered on a site without one. */
const logins: readonly Feature[] = ['email', 'emailShowWallets']

type Props = { settings: Settings; hasLogin: boolean; onChange: (settings: Settings) => void }

/** Every option that a site can change while the kit is running. */
export function SettingsForm({ settings, hasLogin, onChange }: Props) {
  const variables = settings.themeVariables ?? {}
  const set = <K extends keyof Settings>(name: K, value: Settings[K] | undefined) =>
    onChange(without({ ...settings, [name]: value }))
  const setVariable = (part: ThemeVariables) => {
    const next = without({ ...variables, ...part })
    set('themeVariables', Object.keys(next).length > 0 ? next : undefined)
  }
  const setFeatures = (part: object) => {
    const next = without({ ...settings.features, ...part })
    set('features', Object.keys(next).length > 0 ? next : undefined)
  }
  const setFeature = (name: Feature, isOn: boolean) =>
    setFeatures({ [name]: isOn === featureDefaults[name] ? undefined : isOn })
  return (
    <form className="card play-card" aria-labelledby="settings-title" onSubmit={(event) => event.preventDefault()}>
      <div className="play-title">
        <h2 id="settings-title">Customize</h2>
        <button type="reset" className="play-reset" onClick={() => onChange({})}>
          Reset
        </button>
      </div>
      <div className="play-fields">
        <Field label="Theme">
          {(id) => (
            <select
              id={id}
              className="field"
              value={settings.themeMode ?? ''}
              onChange={({ target }) => set('themeMode', (target.value || undefined) as Settings['themeMode'])}
              data-testid="setting-theme"
            >
              <option value="">System</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          )}
        </Field>
        <Field label="Language">
          {(id) => (
            <select
              id={id}
              className="field"
              value={settings.locale ?? 'en'}
              onChange={({ target }) => set('locale', target.value === 'en' ? undefined : target.value)}
              data-testid="setting-locale"
            >
              {Object.entries(languages).map(([tag, name]) => (
                <option key={tag} value={tag} lang={tag}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
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
              onChange={({ target }) =>
                setVariable({ '--w3m-font-family': target.value || undefined } as ThemeVariables)
              }
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
      </div>
      <fieldset className="play-switches">
        <legend>Features</legend>
        {(Object.keys(features) as Feature[])
          .filter((name) => hasLogin || !logins.includes(name))
          .map((name) => (
            <Tick
              key={name}
              label={features[name]}
              code={name}
              isOn={settings.features?.[name] ?? featureDefaults[name]}
              onChange={(isOn) => setFeature(name, isOn)}
            />
          ))}
        {hasLogin && (
          <Tick
            label="Social logins"
            code="socials"
            isOn={settings.features?.socials !== false}
            onChange={(isOn) => setFeatures({ socials: isOn ? undefined : false })}
          />
        )}
      </fieldset>
      <fieldset className="play-switches">
        <legend>Options</legend>
        <Tick
          label="Terms and privacy"
          code="termsConditionsUrl"
          isOn={settings.termsConditionsUrl !== undefined}
          onChange={(isOn) =>
            onChange(
              without({
                ...settings,
                termsConditionsUrl: isOn ? legal.termsConditionsUrl : undefined,
                privacyPolicyUrl: isOn ? legal.privacyPolicyUrl : undefined,
              }),
            )
          }
        />
        {(Object.keys(switches) as SwitchName[]).map((name) => (
          <Tick
            key={name}
            label={switches[name]}
            code={name}
            isOn={settings[name] ?? switchDefaults[name]}
            onChange={(isOn) => set(name, isOn === switchDefaults[name] ? undefined : isOn)}
          />
        ))}
      </fieldset>
      <WalletSettings settings={settings} onChange={onChange} />
    </form>
  )
}
