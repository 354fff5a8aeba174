type TickProps = { label: string; code: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A checkbox whose title is its name in code. */
export const Tick = ({ label, code, isOn, onChange }: TickProps) => (
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
