/** A line between groups, with a word in it. */
export function Separator({ label, testId }: { label?: string; testId?: string }) {
  return (
    <div className="separator" data-testid="wui-separator">
      {label ? <span data-testid={testId}>{label}</span> : null}
    </div>
  )
}
