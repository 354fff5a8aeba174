/** One drawing of the icon family; decoration only, the control around it carries the name. */
export function Glyph({ path, size = 20, directed }: { path: string; size?: number; directed?: boolean }) {
  return (
    <svg
      className={directed ? 'icon icon-directed' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
