import { languages } from '../gallery/galleryLook.ts'
import { Field } from './Field.tsx'
import { type Feature, featureDefaults, type Settings, type SwitchName, switchDefaults } from './Settings.ts'
import { ThemeEditor } from './ThemeEditor.tsx'
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
const legal = {
  termsConditionsUrl: 'https://www.example.com/terms',
  privacyPolicyUrl: 'https://www.example.com/privacy',
}

/** Features of an embedded wallet: not offered on a site without one. */
const logins: readonly Feature[] = ['email', 'emailShowWallets']

type Props = { settings: Settings; hasLogin: boolean; onChange: (settings: Settings) => void }

/** Every option that a site can change while the kit is running. */
export function SettingsForm({ settings, hasLogin, onChange }: Props) {
  const set = <K extends keyof Settings>(name: K, value: Settings[K] | undefined) =>
    onChange(without({ ...settings, [name]: value }))
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
        <ThemeEditor settings={settings} onChange={onChange} />
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

type TickProps = { label: string; code: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A checkbox whose title is its name in code. */
const Tick = ({ label, code, isOn, onChange }: TickProps) => (
  <label className="play-tick" title={code}>
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      data-testid={`setting-${code}`}
    />
    <span>{label}</span>
  </label>
)
