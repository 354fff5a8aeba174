import { Field } from './Field.tsx'
import { type Orders, orderDefaults, type Settings } from './Settings.ts'
import { WalletChoices } from './WalletChoices.tsx'
import { without } from './without.ts'

const places = { SHOW: 'Always', ONLY_MOBILE: 'Mobile only', HIDE: 'Never' } as const
const rows: Record<Orders['connectorTypeOrder'][number], string> = {
  walletConnect: 'WalletConnect',
  recent: 'Recent wallets',
  injected: 'Installed wallets',
  featured: 'Featured wallets',
  custom: 'Custom wallets',
  external: 'External wallets',
  recommended: 'Recommended wallets',
}
const buttons: Record<Orders['walletFeaturesOrder'][number], string> = {
  onramp: 'Buy',
  swaps: 'Swap',
  receive: 'Receive',
  send: 'Send',
}

type Props = { settings: Settings; onChange: (settings: Settings) => void }

/** The offered wallets, their order, and the order of the account's buttons. */
export function WalletSettings({ settings, onChange }: Props) {
  const setOrder = <K extends keyof Orders>(name: K, first: Orders[K][number]) => {
    const usual: readonly string[] = orderDefaults[name]
    const order = first === usual[0] ? undefined : [first, ...usual.filter((each) => each !== first)]
    const features = without({ ...settings.features, [name]: order })
    onChange(without({ ...settings, features: Object.keys(features).length > 0 ? features : undefined }) as Settings)
  }
  const orderOf = <K extends keyof Orders>(name: K) => (settings.features?.[name] ?? orderDefaults[name])[0] ?? ''
  const { allWallets = 'SHOW' } = settings
  return (
    <fieldset className="play-switches play-wallets">
      <legend>Wallets</legend>
      <Field label="All wallets row">
        {(id) => (
          <select
            id={id}
            className="field"
            value={allWallets}
            onChange={({ target }) => {
              const value = target.value as keyof typeof places
              onChange(without({ ...settings, allWallets: value === 'SHOW' ? undefined : value }) as Settings)
            }}
            data-testid="setting-allWalletsRow"
          >
            {Object.entries(places).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <First
        label="First in list"
        code="connectorTypeOrder"
        names={rows}
        value={orderOf('connectorTypeOrder')}
        onChange={(first) => setOrder('connectorTypeOrder', first as keyof typeof rows)}
      />
      <First
        label="First account button"
        code="walletFeaturesOrder"
        names={buttons}
        value={orderOf('walletFeaturesOrder')}
        onChange={(first) => setOrder('walletFeaturesOrder', first as keyof typeof buttons)}
      />
      <WalletChoices settings={settings} onChange={onChange} />
    </fieldset>
  )
}

type FirstProps = {
  label: string
  code: keyof Orders
  names: Readonly<Record<string, string>>
  value: string
  onChange: (first: string) => void
}

const First = ({ label, code, names, value, onChange }: FirstProps) => (
  <Field label={label}>
    {(id) => (
      <select
        id={id}
        className="field"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        data-testid={`setting-${code}`}
      >
        {Object.entries(names).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
)
