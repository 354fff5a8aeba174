/** A line between groups, with a word in it. */
export function Separator({ label, testId = 'wui-separator' }: { label?: string; testId?: string }) {
  return (
    <div className="separator" data-testid={testId}>
      {label ? <span>{label}</span> : null}
    </div>
  )
}
