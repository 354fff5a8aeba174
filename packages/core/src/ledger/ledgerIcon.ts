/** A device with its screen, drawn for the kit. */
export const ledgerIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#111"/><g fill="none" stroke="#fff" stroke-width="2"><rect x="12" y="6" width="16" height="28" rx="4"/><rect x="16" y="10" width="8" height="9" rx="1"/><circle cx="20" cy="27" r="3"/></g></svg>',
)}`
